import Chat
import Conversation
import Glibc
import Runtime

/// The files that a conversation writes. Two of them must not be one file, because the recording
/// would replace a store, or lines would be written into it.
struct WrittenFiles {
  fileprivate struct File {
    /// The setting that names it; `nil` if no setting does.
    let key: SettingKey?
    let name: String
    let identities: [Identity]
  }

  /// Identifies a file, by whatever path it is named.
  fileprivate enum Identity: Hashable {
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

  private let files: [File]

  init(_ settings: Settings) {
    var files = [
      File(.record, "the recording", settings.record.map { [$0] } ?? []),
      File(.sqlitePath, "the store", Self.store(settings).map(Self.database) ?? []),
    ]
    switch Memory(settings, offersUsername: false).kind {
    case .session, .name:
      files.append(
        File(nil, "the file of who is signed in", Environment.statePath.map { [$0] } ?? []))
    case .nothing, .pretended: break
    }
    if settings.services.name == .scim {
      files.append(
        File(nil, "the count of failures", Environment.failuresPath.map(Self.database) ?? []))
    }
    for (stream, name) in [(1 as Int32, "stdout"), (2, "stderr")] {
      files.append(
        File(key: nil, name: name, identities: Identity(stream: stream).map { [$0] } ?? []))
    }
    self.files = files
  }

  /// Throws an error if a setting names a file that the conversation also writes for another
  /// purpose. Call this before anything is created.
  static func check(_ settings: Settings) throws(SettingError) {
    let files = WrittenFiles(settings).files
    for (index, file) in files.enumerated() {
      guard let key = file.key else { continue }
      for other in files[(index + 1)...]
      where !Set(file.identities).isDisjoint(with: other.identities) {
        throw settings.error(key, "names a file that is also \(other.name)")
      }
    }
  }

  /// Returns the path of the store, or `nil` if there is none in a file.
  private static func store(_ settings: Settings) -> String? {
    guard settings.services.name == .sqlite else { return nil }
    let path = settings.services.sqlitePath ?? Environment.storePath
    return path == ServiceSettings.inMemory ? nil : path
  }

  /// Returns a database's file and those that SQLite puts next to it.
  private static func database(_ path: String) -> [String] {
    // SQLite names them after the file that a link leads to.
    ["", "-wal", "-shm", "-journal"].map { Path.real(path) + $0 }
  }
}

extension WrittenFiles.File {
  fileprivate init(_ key: SettingKey?, _ name: String, _ paths: [String]) {
    self.init(key: key, name: name, identities: paths.compactMap { WrittenFiles.Identity($0) })
  }
}
