import Accounts
import Chat

extension Caretaker {
  func setActive(_ isActive: Bool, _ names: [String]) throws -> Int32 {
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
