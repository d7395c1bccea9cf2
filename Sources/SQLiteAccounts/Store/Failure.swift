import GRDB
import GRDBSQLite
import Glibc

extension SQLiteStoreError.Problem {
  /// What an error of SQLite's is to us.
  ///
  /// - Parameter systemCode: what the system said to SQLite, as errno; zero for nothing.
  init(_ error: any Error, systemCode: Int32 = 0) {
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
      case .SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(systemCode): .full
      case .SQLITE_CANTOPEN where [ENOSPC, EDQUOT].contains(systemCode): .full
      case .SQLITE_NOMEM: .outOfMemory
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_NOMEM: .outOfMemory
      case .SQLITE_NOTADB: .notADatabase
      case .SQLITE_CORRUPT: .corrupt(words)
      case .SQLITE_READONLY: .readOnly
      default: .failed(words)
      }
  }
}

extension Database {
  /// What the system said to SQLite at its last failure, as errno; zero for nothing.
  var systemCode: Int32 { sqliteConnection.map { sqlite3_system_errno($0) } ?? 0 }
}
