import ArgumentParser

/// Disables accounts, which can be undone.
struct DisableAccounts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Disable accounts; their sessions end, and their names stay taken.",
    usage: "signup-bot accounts disable <name> ... [<options>]")

  @Argument(help: ArgumentHelp("Usernames.", valueName: "name"))
  var names: [String]

  @OptionGroup var service: ServiceOptions

  func run() throws {
    try Caretaker.run(service.settings) { try $0.setActive(false, names) }
  }
}
