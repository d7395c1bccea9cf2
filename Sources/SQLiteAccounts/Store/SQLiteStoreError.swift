import Glibc

/// Why a store can't be used, until somebody mends something.
package struct SQLiteStoreError: Error, Equatable {
  /// Where the store is.
  package let path: String
  package let problem: Problem

  package enum Problem: Equatable, Sendable {
    /// The path names no place for a file: it is empty, or holds a NUL.
    case noPath
    /// There is no store, and none was to be made.
    case missing
    /// The folder can't be made or entered. The code is errno's.
    case folder(code: Int32)
    /// No file can be made in the folder, and a store needs more than one.
    case folderReadOnly
    /// Everybody may write to the folder, and put another file in the store's place.
    case folderOpen
    /// A folder, a device or the like.
    case notAFile
    case symbolicLink
    /// A file with hard links: SQLite would keep a -wal for each of its names, and lose what stands in one.
    case severalNames
    /// Another user's file, by the user's number.
    case otherOwner(UInt32)
    /// A folder or link on the way belongs to neither root nor the store's owner, or others may write to it.
    case untrustedWay(String)
    /// Others than its owner may use the file. The mode is the permissions' nine bits.
    case open(mode: UInt32)
    case readOnly
    /// The code is errno's.
    case unreadable(code: Int32)
    case notADatabase
    case otherApplication
    /// The store was written by a newer program: its schema, and the newest that this program knows.
    case newer(schema: Int, known: Int)
    /// Its tables, indexes, triggers or views are not those that this program makes.
    case foreignSchema
    /// The -journal names another file, which SQLite would delete.
    case foreignJournal
    /// In words that name no value.
    case corrupt(String)
    /// Another program holds the store.
    case busy
    case full
    case outOfMemory
    /// In words that name no value.
    case failed(String)
  }
}

extension SQLiteStoreError: CustomStringConvertible {
  /// What is wrong, where, and what to do.
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
    let file = quoted(path)
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
      "let only root or the store's owner have \(quoted(place)) and write to it, or run signup-bot as the owner"
    // Whoever has mistyped the path must not be told to change another program's file.
    case .open:
      "if it is a store, run chmod 600 \(file) and think of who may have read the hashes, "
        + "or else name another file with --sqlite-path"
    case .readOnly, .unreadable:
      "if it is a store, run chmod 600 \(file) or see to the file system, "
        + "or else name another file with --sqlite-path"
    case .newer: "use that signup-bot, as this one left the store as it is"
    case .foreignJournal:
      "see who has put \(quoted(path + "-journal")) there, and move it away"
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

/// SQLite tells of several faults in several lines.
private func oneLine(_ text: String) -> String {
  text.split(separator: "\n").joined(separator: ", ")
}

/// For a shell.
private func quoted(_ path: String) -> String {
  var text = "'"
  for character in path.unicodeScalars {
    if character == "'" { text += "'\\''" } else { text.unicodeScalars.append(character) }
  }
  return text + "'"
}
