import ArgumentParser

/// Enables accounts again.
struct EnableAccounts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable", abstract: "Enable disabled accounts again.",
    usage: "signup-bot accounts enable <name> ... [<options>]")

  @Argument(help: ArgumentHelp("Usernames.", valueName: "name"))
  var names: [String]

  @OptionGroup var service: ServiceOptions

  func run() throws {
    try Caretaker.run(service.settings) { try $0.setActive(true, names) }
  }
}
