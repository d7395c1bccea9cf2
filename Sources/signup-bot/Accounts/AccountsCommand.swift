import ArgumentParser

/// Administers the accounts of a service.
struct AccountsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts",
    abstract: "List, show, disable, enable and remove the accounts of a service.",
    discussion: """
      The accounts are those of the service that --accounts names: sqlite or scim. The exit status is 1 if \
      there is no such account, 69 if the service can't be reached, and 78 if the service can't be used \
      until the operator fixes it.
      """,
    subcommands: [
      ListAccounts.self, ShowAccount.self, DisableAccounts.self, EnableAccounts.self,
      RemoveAccounts.self,
    ])
}
