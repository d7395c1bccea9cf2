import ArgumentParser

/// Administers the accounts of a service.
struct AccountsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts",
    abstract: "List, show, disable, enable and remove a service's accounts.",
    discussion: """
      --accounts says where they are: sqlite or scim. The status is 1 where there is no such account, 69 \
      where the service can't be reached, and 78 where it can't be used until somebody mends it.
      """,
    subcommands: [
      ListAccounts.self, ShowAccount.self, DisableAccounts.self, EnableAccounts.self,
      RemoveAccounts.self,
    ])
}
