import Accounts
import GRDB
import Glibc
import Text

/// Why a store can't be used until the operator fixes something.
package struct SQLiteStoreError: Error, Equatable {
  /// The location of the store.
  package let path: String
  package let problem: Problem

  package enum Problem: Equatable, Sendable {
    /// The path can't name a file: it is empty or contains a NUL.
    case noPath
    /// There is no store, and none should be created.
    case missing
    /// The folder does not exist and can't be created. The code is an errno value.
    case noFolder(code: Int32)
    /// The folder can't be entered. The code is an errno value.
    case folder(code: Int32)
    /// No file can be created in the folder, and a store needs more than one.
    case folderReadOnly
    /// Any user can write to the folder, and replace the store.
    case folderOpen
    /// A folder, a device or the like.
    case notAFile
    case symbolicLink
    /// A file with hard links. SQLite would use a separate -wal for each name, and lose the
    /// contents of one.
    case severalNames
    /// The file belongs to the user with this ID.
    case otherOwner(UInt32)
    /// A folder or link on the path belongs to neither root nor the store's owner, or other users
    /// can write to it.
    case untrustedWay(String)
    /// Users other than the owner have access to the file. The mode is the nine permission bits.
    case open(mode: UInt32)
    case readOnly
    /// The code is an errno value.
    case unreadable(code: Int32)
    case notADatabase
    case otherApplication
    /// A newer program wrote the store: the store's schema, and the newest that this program knows.
    case newer(schema: Int, known: Int)
    /// The tables, indexes, triggers or views are not the ones that this program creates.
    case foreignSchema
    /// The -journal names another file, which SQLite would delete.
    case foreignJournal
    /// The text contains no values from the store.
    case corrupt(String)
    /// Another program has locked the store.
    case busy
    case full
    case outOfMemory
    /// The text contains no values from the store.
    case failed(String)
  }
}

extension SQLiteStoreError: CustomStringConvertible {
  /// What is wrong, where, and what to do about it.
  package var description: String { "\(path): \(problem.what); \(problem.remedy(path))" }
}

extension SQLiteStoreError {
  /// Why the store could not be asked.
  var reason: UnknownReason { problem == .busy ? .storeBusy : .storeFailed }
}

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

extension SQLiteStoreError.Problem {
  /// What is wrong, in words.
  package var what: String {
    switch self {
    case .noPath: "the path does not name a file"
    case .missing: "there is no store yet"
    case .noFolder(let code): "its folder can't be created (\(words(code)))"
    case .folder(let code): "its folder can't be used (\(words(code)))"
    case .folderReadOnly: "no file can be created in its folder"
    case .folderOpen: "any user can replace the file"
    case .notAFile: "this is not a regular file"
    case .symbolicLink: "this is a symbolic link"
    case .severalNames: "the file has another name as well (a hard link)"
    case .otherOwner(let user): "the file belongs to another user (\(user))"
    case .untrustedWay(let place):
      "other users can change its path at \(place)"
    case .open(let mode): "other users have access to the file (mode \(String(mode, radix: 8)))"
    case .readOnly: "the file can't be written"
    case .unreadable(let code): "the file can't be read (\(words(code)))"
    case .notADatabase: "this is not an SQLite database"
    case .otherApplication: "this is another application's database"
    case .newer(let schema, let known):
      "a newer signup-bot wrote this store (schema \(schema), while this one supports \(known))"
    case .foreignSchema: "the tables differ from those that this program creates"
    case .foreignJournal: "its -journal file names another file, which SQLite would delete"
    case .corrupt(let why): "the store is damaged (\(oneLine(why)))"
    case .busy: "another program is using the store"
    case .full: "no space is left on the device"
    case .outOfMemory: "there is not enough memory"
    case .failed(let why): "the store can't be used (\(why))"
    }
  }

  /// What to do about it, in words.
  package func remedy(_ path: String) -> String {
    let file = singleQuoted(path)
    return switch self {
    case .missing: "the first sign-up creates it; or name another file with --sqlite-path"
    case .noPath, .notAFile, .notADatabase, .otherApplication:
      "name another file with --sqlite-path"
    case .noFolder, .folder, .folderReadOnly:
      "use a folder that you can write to, or name another file with --sqlite-path"
    case .folderOpen: "run chmod o-w on its folder"
    case .symbolicLink: "name the file itself with --sqlite-path"
    case .severalNames: "remove the other name, or replace the file with a copy of it (cp)"
    case .otherOwner: "run signup-bot as that user, or name another file with --sqlite-path"
    case .untrustedWay(let place):
      "make sure that only root or the store's owner owns and can write to \(singleQuoted(place)), or run signup-bot as the owner"
    // An operator who mistyped the path must not be told to change another program's file.
    case .open:
      "if it is a store, run chmod 600 \(file) and consider who may have read the hashes, "
        + "otherwise name another file with --sqlite-path"
    case .readOnly, .unreadable:
      "if it is a store, run chmod 600 \(file) or check the file system, "
        + "otherwise name another file with --sqlite-path"
    case .newer: "use that version (this one has not changed the store)"
    case .foreignJournal:
      "find out who created \(singleQuoted(path + "-journal")), and move it away"
    case .foreignSchema: "find out who changed them, and restore a backup"
    case .corrupt:
      "restore a backup, or try sqlite3's .recover on a copy (the file has not been changed)"
    case .busy: "try again when it has finished"
    case .full: "free some space on the file system"
    case .outOfMemory: "end other programs, or allow this one more memory"
    case .failed: "run signup-bot doctor"
    }
  }
}

private func words(_ code: Int32) -> String { String(cString: strerror(code)) }

/// SQLite reports several faults on several lines.
private func oneLine(_ text: String) -> String {
  text.split(separator: "\n").joined(separator: ", ")
}
