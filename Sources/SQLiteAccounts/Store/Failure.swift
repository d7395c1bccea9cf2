import GRDB

extension SQLiteStoreError.Problem {
  /// What an error of SQLite's is to us.
  ///
  /// - Parameter isFull: whether the file can't grow. SQLite calls only some of the reasons for that so, and
  ///   a limit or a quota a failed write.
  init(_ error: any Error, isFull: @autoclosure () -> Bool) {
    guard let error = error as? DatabaseError else {
      self = .failed("unknown error")
      return
    }
    // SQLite's words name tables and columns, and never a value.
    let words = error.message ?? "error \(error.extendedResultCode.rawValue)"
    self =
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .busy
      case .SQLITE_FULL: .full
      case .SQLITE_NOMEM: .outOfMemory
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_NOMEM: .outOfMemory
      case .SQLITE_IOERR where Self.isSync(error): .failed(words)
      case .SQLITE_IOERR, .SQLITE_CANTOPEN: isFull() ? .full : .failed(words)
      case .SQLITE_NOTADB: .notADatabase
      case .SQLITE_CORRUPT: .corrupt(words)
      case .SQLITE_READONLY: .readOnly
      default: .failed(words)
      }
  }

  /// Whether everything was written, and may or may not stay.
  private static func isSync(_ error: DatabaseError) -> Bool {
    [.SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC].contains(error.extendedResultCode)
  }
}
