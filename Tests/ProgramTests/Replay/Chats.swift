import Foundation

/// Transcripts to replay, on disk.
enum Chats {
  /// A transcript that agrees. Its first line that can differ is the ninth.
  static let good: String = {
    let bytes = try? Golden.bytes("transcripts/endings/signed-up.chat")
    return String(decoding: bytes ?? [], as: UTF8.self)
  }()

  static let wrong = replacing("bot> Username?", "bot> Name?")

  static func replacing(_ old: String, _ new: String) -> String {
    precondition(good.contains(old), "nothing to replace")
    return good.replacingOccurrences(of: old, with: new)
  }

  static func expectingFailure(_ text: String) -> String {
    text.replacingOccurrences(of: "@ seed 1\n", with: "@ expect-failure not yet\n@ seed 1\n")
  }
}

extension Scratch {
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
  func shell(_ line: String, environment: [String: String] = [:]) throws -> Program.Run {
    try Program.shell(
      "cd \(Program.quoted(path)); " + line,
      environment: ["HOME": path, "TMPDIR": path].merging(environment) { $1 })
  }
}
