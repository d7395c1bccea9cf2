import Foundation

/// A temporary folder, deleted with this object. A suite has one as a property, so that each test has
/// a folder of its own.
final class Scratch: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.path + "/signup-bot-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Keeps a folder until a closure returns.
  static func with<Result>(_ body: (Scratch) throws -> Result) throws -> Result {
    let scratch = Scratch()
    return try withExtendedLifetime(scratch) { try body(scratch) }
  }

  /// Creates a file and returns its path.
  @discardableResult
  func file(_ name: String, _ text: String) throws -> String { try file(name, Data(text.utf8)) }

  @discardableResult
  func file(_ name: String, _ bytes: Data) throws -> String {
    let file = path + "/" + name
    try bytes.write(to: URL(fileURLWithPath: file))
    return file
  }

  /// The text of a file; "" if there is no such file.
  func text(_ name: String) throws -> String {
    let file = path + "/" + name
    guard FileManager.default.fileExists(atPath: file) else { return "" }
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
  }

  /// Creates files in a folder, and the subfolders that their names need. Returns the path of the
  /// folder.
  @discardableResult
  func files(_ texts: [String: String], in folder: String = "d") throws -> String {
    for (name, text) in texts {
      let file = URL(fileURLWithPath: path + "/" + folder + "/" + name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return path + "/" + folder
  }

  /// Runs a shell's command line in the scratch folder. `$BOT` is the program.
  @discardableResult
  func shell(
    _ line: String, input: String = "", environment: [String: String] = [:]
  ) throws -> Program.Run {
    try Program.shell(
      "cd \(Program.quoted(path)); " + line, input: Data(input.utf8),
      environment: ["HOME": path, "TMPDIR": path].merging(environment) { $1 })
  }
}
