import Accounts
import Glibc

/// Where a store is: in a file, or in memory alone.
enum StorePath: Equatable, Sendable {
  case memory
  /// An absolute path. (SQLite takes a relative one that begins with `file:` for a URI.)
  case file(String)

  init(_ text: String) throws(SQLiteStoreError) {
    if text == ":memory:" {
      self = .memory
      return
    }
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw SQLiteStoreError(path: text, problem: .noPath)
    }
    if text.utf8.first == UInt8(ascii: "/") {
      self = .file(text)
      return
    }
    // Nil asks for memory of the right size.
    guard let folder = getcwd(nil, 0) else {
      throw SQLiteStoreError(path: text, problem: .folder(code: errno))
    }
    defer { free(folder) }
    self = .file(String(cString: folder) + "/" + text)
  }

  /// For people.
  var text: String {
    switch self {
    case .memory: ":memory:"
    case .file(let path): path
    }
  }
}
