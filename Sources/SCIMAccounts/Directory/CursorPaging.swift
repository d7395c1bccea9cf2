import Accounts

/// Pages of which each tells what the next is asked for by (RFC 9865).
struct CursorPaging: Paging {
  private var cursor: String? = ""
  /// How many pages in a row had nothing new.
  private var barren = 0
  private var repeats = Repeats()
  private var ration = Ration()

  /// Pages may be empty without being the last, but not for ever.
  private static let barrenLimit = 10
  /// Bytes; few servers take longer URLs (RFC 9110, 4.1).
  private static let cursorLimit = 6000

  var place: String? { cursor.map { "cursor=" + percentEncoded($0) } }

  mutating func take(_ page: ListPage) throws(NoAnswer) -> [Account] {
    let new = repeats.new(page.accounts)
    try ration.count(new.count, page)
    if new.isEmpty {
      barren += 1
    } else {
      barren = 0
      repeats.remember(new)
    }
    guard barren < Self.barrenLimit, page.nextCursor == nil || page.nextCursor != cursor else {
      throw NoAnswer(.nonsense, "pages without new accounts come one after the other")
    }
    guard page.nextCursor?.utf8.count ?? 0 <= Self.cursorLimit else {
      throw NoAnswer(.nonsense, "a cursor is too long for a URL")
    }
    cursor = page.nextCursor
    return new
  }

  func finish() throws(NoAnswer) { try ration.finish() }
}
