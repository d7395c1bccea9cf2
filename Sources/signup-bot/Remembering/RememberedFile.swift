import Accounts
import Chat
import Glibc
import Runtime
import Secrets
import Text

/// The user who is remembered on this machine, in a file that only that user can access. It
/// contains no password.
struct Remembered: Equatable {
  /// The service's name, as in `--accounts`.
  var service: String
  /// The location of the service's accounts: the store's file, or a URL.
  var place: String
  var username: String
  /// The session's token; `nil` if only the username is remembered.
  var token: Secret?
}

/// An error that makes the file unusable.
struct RememberedFileError: Error, CustomStringConvertible {
  let path: String
  let why: String
  var description: String { "\(path): \(why)" }
}

/// `$XDG_STATE_HOME/signup-bot/session.json`.
struct RememberedFile {
  let path: String

  /// Returns `nil` if neither `XDG_STATE_HOME` nor `HOME` is set.
  init?() {
    guard let path = Environment.statePath else { return nil }
    self.path = path
  }

  static func located() throws(RememberedFileError) -> RememberedFile {
    if let file = RememberedFile() { return file }
    throw RememberedFileError(
      path: "session.json",
      why: "can't be located, because neither XDG_STATE_HOME nor HOME is set")
  }

  /// Reads the file.
  ///
  /// - Parameter isToEnd: whether the file is read to end the session in it. If so, it is read even
  ///   if others may have read it.
  /// - Returns: `nil` if there is no file.
  /// - Throws: a `RememberedFileError`.
  func read(isToEnd: Bool = false) throws -> Remembered? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw RememberedFileError(path: path, why: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid()
    else { throw RememberedFileError(path: path, why: "it is not a regular file of yours") }
    guard isToEnd || status.st_mode & 0o077 == 0 else {
      throw RememberedFileError(path: path, why: "other users can read it; run chmod 600 on it")
    }
    guard let bytes = try? InputFile.bytes(of: descriptor, named: path).get(),
      let values = try? [String: String](flatJSON: bytes), let service = values["service"],
      let place = values["place"], let username = values["username"]
    else {
      throw RememberedFileError(path: path, why: "it is damaged; signup-bot sign-out removes it")
    }
    return Remembered(
      service: service, place: place, username: username, token: values["token"].map { Secret($0) })
  }

  /// Writes the file, and replaces an older one atomically.
  func write(_ remembered: Remembered) throws {
    if let code = Path.makeFolder(Path.folder(of: path)) { throw failure(code) }
    try FileReplacement.write(text(remembered), to: path, like: nil)
  }

  /// Removes the file. Returns `false` if there is none.
  func remove() throws -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == ENOENT else { throw failure(errno) }
    return false
  }

  private func text(_ remembered: Remembered) -> String {
    var members: [JSONValue.Member] = [
      .init("service", .text(remembered.service)), .init("place", .text(remembered.place)),
      .init("username", .text(remembered.username)),
    ]
    if let token = remembered.token {
      members.append(.init("token", .text(token.withBytes { String(decoding: $0, as: UTF8.self) })))
    }
    return JSONValue.object(members).description + "\n"
  }

  private func failure(_ code: Int32) -> RememberedFileError {
    RememberedFileError(path: path, why: String(cString: strerror(code)))
  }
}
