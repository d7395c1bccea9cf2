import Foundation

/// A temporary folder, deleted with this object.
final class Scratch: Sendable {
  let path: String

  init() {
    path =
      FileManager.default.temporaryDirectory.path + "/signup-bot-" + UUID().uuidString
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a store.
  var store: String { path + "/accounts.sqlite" }

  func bytes(_ name: String = "accounts.sqlite") -> [UInt8]? {
    FileManager.default.contents(atPath: path + "/" + name).map { Array($0) }
  }

  /// Creates a file that only its owner can access.
  func write(_ bytes: [UInt8], _ name: String = "accounts.sqlite") {
    _ = FileManager.default.createFile(
      atPath: path + "/" + name, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
  }

  /// The names of all files in the folder, with their contents.
  var content: [String: [UInt8]] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return Dictionary(uniqueKeysWithValues: names.map { ($0, bytes($0) ?? []) })
  }
}
