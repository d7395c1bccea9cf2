import Accounts
import GRDB

extension Store {
  /// Returns whether a new account can have a name.
  func availability(of name: AccountName, _ call: Call) -> Availability {
    do {
      let count = try use(for: call) { db in
        try Int.fetchOne(
          db, sql: "SELECT count(*) FROM accounts WHERE name_key = ?", arguments: [name.key])
      }
      return count == 0 ? .available : .taken
    } catch {
      return .unknown(error.problem == .busy ? .storeBusy : .storeFailed)
    }
  }
}
