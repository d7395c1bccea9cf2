import ArgumentParser

/// Disables accounts, which can be undone.
struct DisableAccounts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Disable accounts; their sessions end, and their names stay taken.",
    usage: "signup-bot accounts disable <names> ... [<options>]")

  @Argument(help: "Usernames.")
  var names: [String]

  @OptionGroup var service: ServiceOptions

  func run() throws {
    try Caretaker.run(service.settings) { try $0.setActive(false, names) }
  }
}
