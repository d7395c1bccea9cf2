import Accounts
import ArgumentParser

/// Lets accounts be used no more, for a while.
struct DisableAccounts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Let accounts be used no more; their sessions end, and their names stay taken.")

  @Argument(help: "Usernames.")
  var names: [String]

  @OptionGroup var service: ServiceOptions

  func run() throws {
    try Caretaker.run(service.settings) { [names] in try await $0.setActive(false, names) }
  }
}

/// Lets accounts be used again.
struct EnableAccounts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable", abstract: "Let accounts be used again that were disabled.")

  @Argument(help: "Usernames.")
  var names: [String]

  @OptionGroup var service: ServiceOptions

  func run() throws {
    try Caretaker.run(service.settings) { [names] in try await $0.setActive(true, names) }
  }
}

extension Caretaker {
  fileprivate func setActive(_ isActive: Bool, _ names: [String]) async throws -> Int32 {
    let word = isActive ? "enabled" : "disabled"
    return try await forEach(names) { name in
      guard let account = try await account(name) else { return 1 }
      // Asked for even where it is so already: a session may have begun meanwhile.
      guard try await directory.setActive(isActive, account) else {
        Exit.complain("there is no account of the name \(name) any more")
        return 1
      }
      let already = account.isActive == isActive ? " already" : ""
      try say("\(account.username) is \(word)\(already)")
      return 0
    }
  }
}
