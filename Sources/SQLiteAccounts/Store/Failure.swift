import GRDB

extension SQLiteStoreError.Problem {
  /// Translates an error from SQLite.
  ///
  /// - Parameter isFull: Whether the file can't grow. SQLite reports only some of the causes as
  ///   such; a limit or a quota, it reports as a failed write.
  init(_ error: any Error, isFull: @autoclosure () -> Bool) {
    guard let error = error as? DatabaseError else {
      // GRDB's description of a decoding error contains the whole row.
      self = error is RowDecodingError ? .corrupt("a row can't be read") : .failed("unknown error")
      return
    }
    // The code's own text, not the error's message: in a damaged store, SQLite may quote a value as
    // the name of a table.
    let words = "SQLite's error \(error.extendedResultCode)"
    self =
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .busy
      case .SQLITE_FULL: .full
      case .SQLITE_NOMEM: .outOfMemory
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_NOMEM: .outOfMemory
      case .SQLITE_IOERR where Self.isSync(error): .failed(words)
      case .SQLITE_IOERR, .SQLITE_CANTOPEN: isFull() ? .full : .failed(words)
      case .SQLITE_NOTADB: .notADatabase
      case .SQLITE_CORRUPT, .SQLITE_TOOBIG, .SQLITE_MISMATCH: .corrupt(words)
      case .SQLITE_READONLY: .readOnly
      default: .failed(words)
      }
  }

  /// Whether everything was written, but may not be durable.
  private static func isSync(_ error: DatabaseError) -> Bool {
    [.SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC].contains(error.extendedResultCode)
  }
}
