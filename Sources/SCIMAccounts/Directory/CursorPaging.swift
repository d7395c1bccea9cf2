import Accounts
import Text

/// Requests each page by the cursor in the previous one (RFC 9865).
struct CursorPaging: Paging {
  private(set) var cursor: String? = ""
  /// The number of consecutive pages without a new account.
  private var barren = 0
  private var repeats = Repeats()
  private var ration: Ration
  /// An earlier page, replaced after 1, 2, 4, 8… pages. If cursors or accounts form a cycle, it recurs
  /// (Brent's algorithm).
  private var mark: Mark?
  private var pages = 0

  private struct Mark {
    let cursor: String?
    /// The ids of the page's accounts.
    let ids: [String]
  }

  /// The maximum number of consecutive pages without a new account. An empty page need not be the
  /// last.
  private static let barrenLimit = 10
  /// The maximum length of a cursor, in bytes. Few servers accept longer URLs (RFC 9110, 4.1).
  private static let cursorLimit = 6000

  init(_ ration: Ration) { self.ration = ration }

  var place: String? { cursor.map { "cursor=" + percentEncoded($0) } }

  mutating func take(_ page: ListPage) throws(NoAnswer) -> [SCIMUser] {
    let new = repeats.new(page.accounts)
    try ration.count(new.count, page)
    if new.isEmpty {
      barren += 1
    } else {
      barren = 0
      repeats.remember(new)
    }
    guard barren < Self.barrenLimit, page.nextCursor == nil || page.nextCursor != cursor else {
      throw .endless("shows page after page without a new account")
    }
    guard page.nextCursor?.utf8.count ?? 0 <= Self.cursorLimit else {
      throw .endless("gives a cursor that is too long for a URL")
    }
    cursor = page.nextCursor
    let ids = page.accounts.map(\.id)
    if let mark, cursor != nil {
      guard cursor != mark.cursor else {
        throw .endless("gives the cursor of an earlier page again")
      }
      // A single account may have moved meanwhile.
      guard ids.count < 2 || ids != mark.ids else {
        throw .endless("shows the accounts of an earlier page again")
      }
    }
    pages += 1
    if pages & (pages - 1) == 0 { mark = Mark(cursor: cursor, ids: ids) }
    return new
  }

  func finish() throws(NoAnswer) { try ration.finish() }
}
