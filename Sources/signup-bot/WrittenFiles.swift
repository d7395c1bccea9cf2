import Chat
import Conversation
import Glibc
import Runtime

/// The files that a conversation writes. Two of them must not be one file, because the recording
/// would replace a store, or lines would be written into it.
enum WrittenFiles {
  private struct File {
    /// The setting that names it; `nil` if no setting does.
    var key: SettingKey?
    let name: String
    let identities: [Identity?]
  }

  /// Identifies a file, by whatever path it is named.
  private enum Identity: Hashable {
    case existing(device: dev_t, number: ino_t)
    /// A file that does not exist yet, by its folder and its name.
    case new(device: dev_t, folder: ino_t, name: String)

    /// - Returns: `nil` if there can be no such file.
    init?(_ path: String) {
      var path = path
      var status = stat()
      // A link that leads nowhere is followed to where the file will be created.
      for _ in 0..<40 where stat(path, &status) != 0 {
        guard let target = Self.target(of: path) else { break }
        path = target.hasPrefix("/") ? target : Path.folder(of: path) + "/" + target
      }
      if stat(path, &status) == 0 {
        self = .existing(device: status.st_dev, number: status.st_ino)
      } else if stat(Path.folder(of: path), &status) == 0 {
        self = .new(device: status.st_dev, folder: status.st_ino, name: Path.name(of: path))
      } else {
        return nil
      }
    }

    /// - Returns: `nil` if the stream is not a regular file.
    init?(stream: Int32) {
      var status = stat()
      guard fstat(stream, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      self = .existing(device: status.st_dev, number: status.st_ino)
    }

    private static func target(of link: String) -> String? {
      var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = buffer.withUnsafeMutableBytes {
        readlink(link, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
      }
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
  }

  /// Throws an error if a setting names a file that the conversation also writes for another
  /// purpose. Call this before anything is created.
  static func check(_ settings: Settings) throws(SettingError) {
    let files = files(settings)
    for (index, file) in files.enumerated() {
      guard let key = file.key else { continue }
      let identities = Set(file.identities.compactMap(\.self))
      for other in files[(index + 1)...]
      where !identities.isDisjoint(with: other.identities.compactMap(\.self)) {
        throw settings.error(key, "names a file that is also \(other.name)")
      }
    }
  }

  private static func files(_ settings: Settings) -> [File] {
    var files: [File] = []
    if let path = settings.record {
      files.append(File(key: .record, name: "the recording", identities: [Identity(path)]))
    }
    if settings.services.name == .sqlite,
      let path = settings.services.sqlitePath ?? Environment.storePath,
      path != ServiceSettings.inMemory
    {
      files.append(File(key: .sqlitePath, name: "the store", identities: database(path)))
    }
    switch Memory(settings: settings, offersUsername: false).kind {
    case .session, .name:
      let identity = Environment.statePath.flatMap { Identity($0) }
      files.append(File(name: "the file of who is signed in", identities: [identity]))
    case .nothing, .pretended: break
    }
    if settings.services.name == .scim, let path = Environment.failuresPath {
      files.append(File(name: "the count of failures", identities: database(path)))
    }
    return files + [
      File(name: "stdout", identities: [Identity(stream: 1)]),
      File(name: "stderr", identities: [Identity(stream: 2)]),
    ]
  }

  /// Identifies a database's file and those that SQLite puts next to it.
  private static func database(_ path: String) -> [Identity?] {
    // SQLite names them after the file that a link leads to.
    ["", "-wal", "-shm", "-journal"].map { Identity(Path.real(path) + $0) }
  }
}
