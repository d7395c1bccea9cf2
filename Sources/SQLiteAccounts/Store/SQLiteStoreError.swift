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
    /// The folder can't be created or entered. The code is an errno value.
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

extension SQLiteStoreError.Problem {
  /// What is wrong, in words.
  package var what: String {
    switch self {
    case .noPath: "this names no file"
    case .missing: "there is no store yet"
    case .folder(let code): "its folder can't be used (\(words(code)))"
    case .folderReadOnly: "no file can be made in its folder"
    case .folderOpen: "everybody may put another file in its place"
    case .notAFile: "this is no ordinary file"
    case .symbolicLink: "this is a symbolic link"
    case .severalNames: "the file has another name as well (a hard link)"
    case .otherOwner(let user): "the file belongs to another user (\(user))"
    case .untrustedWay(let place):
      "others can change the way to it at \(place)"
    case .open(let mode): "others may use the file (mode \(String(mode, radix: 8)))"
    case .readOnly: "the file can't be written"
    case .unreadable(let code): "the file can't be read (\(words(code)))"
    case .notADatabase: "this is no SQLite database"
    case .otherApplication: "this is another application's database"
    case .newer(let schema, let known):
      "a newer signup-bot wrote this store (schema \(schema), and this one knows \(known))"
    case .foreignSchema: "the store's tables are not as this program makes them"
    case .foreignJournal: "its -journal file names another file, which SQLite would delete"
    case .corrupt(let why): "the store is damaged (\(oneLine(why)))"
    case .busy: "another program holds the store"
    case .full: "there is no room left"
    case .outOfMemory: "there is not enough memory"
    case .failed(let why): "the store can't be used (\(why))"
    }
  }

  /// What to do about it, in words.
  package func remedy(_ path: String) -> String {
    let file = singleQuoted(path)
    return switch self {
    case .missing: "the first sign-up makes it; or name another file with --sqlite-path"
    case .noPath, .notAFile, .notADatabase, .otherApplication:
      "name another file with --sqlite-path"
    case .folder, .folderReadOnly: "use a folder that you may write to, or another --sqlite-path"
    case .folderOpen: "run chmod o-w on its folder"
    case .symbolicLink: "name the file itself with --sqlite-path"
    case .severalNames: "remove the other name, or put a copy in its place (cp)"
    case .otherOwner: "run signup-bot as that user, or name another file with --sqlite-path"
    case .untrustedWay(let place):
      "let only root or the store's owner have \(singleQuoted(place)) and write to it, or run signup-bot as the owner"
    // An operator who mistyped the path must not be told to change another program's file.
    case .open:
      "if it is a store, run chmod 600 \(file) and think of who may have read the hashes, "
        + "or else name another file with --sqlite-path"
    case .readOnly, .unreadable:
      "if it is a store, run chmod 600 \(file) or see to the file system, "
        + "or else name another file with --sqlite-path"
    case .newer: "use that signup-bot, as this one left the store as it is"
    case .foreignJournal:
      "see who has put \(singleQuoted(path + "-journal")) there, and move it away"
    case .foreignSchema: "see who has changed it, and bring back a copy"
    case .corrupt:
      "bring back a copy, or try sqlite3's .recover on one (the file was left as it is)"
    case .busy: "try again when that program is done"
    case .full: "make room on the file system"
    case .outOfMemory: "end other programs, or give this one more"
    case .failed: "run signup-bot doctor"
    }
  }
}

private func words(_ code: Int32) -> String { String(cString: strerror(code)) }

/// SQLite reports several faults on several lines.
private func oneLine(_ text: String) -> String {
  text.split(separator: "\n").joined(separator: ", ")
}
