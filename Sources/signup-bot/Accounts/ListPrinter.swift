import Accounts
import Glibc

/// Converts accounts to text one page at a time.
protocol ListPrinter {
  /// The text before the first account.
  var beginning: String { get }
  mutating func text(of accounts: ArraySlice<Account>) -> String
  /// Returns the text after the last account.
  ///
  /// - Parameters:
  ///   - count: the number of accounts listed.
  ///   - hasMore: whether there are more accounts than the limit allowed.
  func ending(count: Int, hasMore: Bool) -> String
}
