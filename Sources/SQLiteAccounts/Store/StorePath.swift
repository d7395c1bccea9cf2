import Accounts
import Glibc

/// The location of a store: a file, or memory.
enum StorePath: Equatable, Sendable {
  case memory
  /// An absolute path. (SQLite treats a relative one that begins with `file:` as a URI.)
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
    // Passing `nil` makes getcwd allocate the memory.
    guard let folder = getcwd(nil, 0) else {
      throw SQLiteStoreError(path: text, problem: .folder(code: errno))
    }
    defer { free(folder) }
    self = .file(String(cString: folder) + "/" + text)
  }

  /// The location, for display.
  var text: String {
    switch self {
    case .memory: ":memory:"
    case .file(let path): path
    }
  }
}
