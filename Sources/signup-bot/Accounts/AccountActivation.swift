import Accounts
import ArgumentParser
import Chat

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

extension Caretaker {
  fileprivate func setActive(_ isActive: Bool, _ names: [String]) throws -> Int32 {
    let word = isActive ? "enabled" : "disabled"
    return try forEach(names) { name in
      guard let account = try account(name) else { return 1 }
      // Also call the service if the account already has this state: a session may have begun
      // since.
      guard try call({ try await $0.setActive(isActive, account) }) else {
        Exit.complain("there is no longer an account named \(name)")
        return 1
      }
      let already = account.isActive == isActive ? " already" : ""
      try say("\(account.username) is\(already) \(word)")
      return 0
    }
  }
}
