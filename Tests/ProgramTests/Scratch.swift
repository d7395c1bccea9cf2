import Foundation

/// A temporary folder for one test, removed when the test ends.
struct Scratch {
  let path: String

  static func with<Result>(_ body: (Scratch) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("signup-bot-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(Scratch(path: folder.path))
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
  func shell(_ line: String, environment: [String: String] = [:]) throws -> Program.Run {
    try Program.shell(
      "cd \(Program.quoted(path)); " + line,
      environment: ["HOME": path, "TMPDIR": path].merging(environment) { $1 })
  }
}
