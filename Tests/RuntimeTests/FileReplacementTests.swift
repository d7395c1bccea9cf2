import Foundation
import Glibc
import Runtime
import Testing

/// Works in a folder of its own, which is removed with this object.
final class FileReplacementTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(component: "signup-bot-" + UUID().uuidString).path
  private var path: String { folder + "/file" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode : nil
  }

  private var content: [String: String] {
    get throws {
      var result: [String: String] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        result[name] = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
      }
      return result
    }
  }

  @Test func `a new file is accessible only to its owner, and nothing else is left`() throws {
    try FileReplacement.write("new", to: path, like: path)
    #expect(mode(path) == S_IFREG | 0o600)
    #expect(try content == ["file": "new"])
  }

  @Test func `a replaced file keeps its mode, unless only its owner may read it`() throws {
    try FileReplacement.write("old", to: path, like: path)
    chmod(path, 0o644)
    try FileReplacement.write("new", to: path, like: path)
    #expect(mode(path) == S_IFREG | 0o644)
    try FileReplacement.write("own", to: path, like: nil)
    #expect(mode(path) == S_IFREG | 0o600)
    #expect(try content == ["file": "own"])
  }

  @Test func `a file can get the mode of another one`() throws {
    try FileReplacement.write("model", to: path, like: path)
    chmod(path, 0o640)
    try FileReplacement.write("new", to: path + ".new", like: path)
    #expect(mode(path + ".new") == S_IFREG | 0o640)
  }

  @Test func `a link is replaced itself`() throws {
    try FileReplacement.write("old", to: path, like: path)
    symlink(path, path + ".link")
    try FileReplacement.write("new", to: path + ".link", like: path + ".link")
    #expect(mode(path + ".link") == S_IFREG | 0o600)
    #expect(try content == ["file": "old", "file.link": "new"])
  }

  @Test func `a failure leaves the old file and no other`() throws {
    #expect(throws: StreamFailure.self) {
      try FileReplacement.write("new", to: folder + "/none/file", like: nil)
    }
    mkdir(path, 0o700)
    #expect(throws: StreamFailure(direction: .write, name: path, errno: EISDIR)) {
      try FileReplacement.write("new", to: path, like: path)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
  }
}
