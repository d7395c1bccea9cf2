import Foundation

/// A folder of a test's own, gone with it.
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

  /// Where a store may be.
  var store: String { path + "/accounts.sqlite" }

  func bytes(_ name: String = "accounts.sqlite") -> [UInt8]? {
    FileManager.default.contents(atPath: path + "/" + name).map { Array($0) }
  }

  /// Makes a file that only its owner may use.
  func write(_ bytes: [UInt8], _ name: String = "accounts.sqlite") {
    _ = FileManager.default.createFile(
      atPath: path + "/" + name, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
  }

  /// What is in it, and what is in that.
  var content: [String: [UInt8]] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return Dictionary(uniqueKeysWithValues: names.map { ($0, bytes($0) ?? []) })
  }
}
