import Foundation
import Replaying
import TestSupport

@testable import signup_bot

/// The real program, run with what a test gives it.
struct Program {
  struct Run {
    let status: Int32
    let isSignal: Bool
    let output: String
    let errors: String
  }

  /// The program under test: the one that the variable `PROGRAM_UNDER_TEST` names, from the repository's root,
  /// such as `.build/release/signup-bot`, which starts ten times as fast; otherwise the one next to the tests.
  static let path: String = {
    if let named = ProcessInfo.processInfo.environment["PROGRAM_UNDER_TEST"] {
      return URL(fileURLWithPath: named, relativeTo: root).path
    }
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("signup-bot").path
  }()

  /// The repository's root, where the transcripts are.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Runs it with an input, in an environment of nothing but a path, and a home of its own.
  static func run(
    _ arguments: [String] = [], input: Data = Data(), environment: [String: String] = [:]
  ) throws -> Run {
    try Scratch.with { scratch in
      let input = try scratch.file("stdin", input)
      let command = ([path] + arguments).map(quoted).joined(separator: " ")
      return try shell("\(command) < \(quoted(input))", in: scratch, environment)
    }
  }

  static func run(
    _ arguments: [String] = [], lines: String, environment: [String: String] = [:]
  ) throws -> Run {
    try run(arguments, input: Data(lines.utf8), environment: environment)
  }

  /// Runs a shell's command line, in which `$BOT` is the program. The shell's own stdin is empty.
  static func shell(_ line: String, environment: [String: String] = [:]) throws -> Run {
    try Scratch.with { try shell(line, in: $0, environment) }
  }

  private static func shell(
    _ line: String, in scratch: Scratch, _ environment: [String: String]
  ) throws -> Run {
    let status = try Spawn.run(
      ["/bin/bash", "-c", "cd \(quoted(root.path)); " + line],
      environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.path, "BOT": path]
        .merging(environment) { $1 },
      output: scratch.path + "/stdout", errors: scratch.path + "/stderr")
    let signal = status & 0x7F
    return Run(
      status: signal == 0 ? (status >> 8) & 0xFF : signal, isSignal: signal != 0,
      output: try scratch.text("stdout"), errors: try scratch.text("stderr"))
  }

  /// The option for a service whose answer is wanted however late it is: a hash takes its time.
  static var patient: String { "--timeout \(Deadline.seconds)s" }

  /// A shell's words that go on once a command succeeds, or after the limit; see `Deadline`.
  static func waiting(for command: String) -> String {
    "SECONDS=0; until \(command) || [ $SECONDS -gt \(Deadline.seconds) ]; do sleep 0.05; done"
  }

  static func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}

/// A folder of a test's own, gone with it.
struct Scratch {
  let path: String

  static func with<Result>(_ body: (Scratch) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("signup-bot-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(Scratch(path: folder.path))
  }

  /// Makes a file; returns its path.
  func file(_ name: String, _ bytes: Data) throws -> String {
    let file = path + "/" + name
    try bytes.write(to: URL(fileURLWithPath: file))
    return file
  }

  /// A file's text; "" while there is none.
  func text(_ name: String) throws -> String {
    let file = path + "/" + name
    guard FileManager.default.fileExists(atPath: file) else { return "" }
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
  }
}

/// The golden transcripts.
enum Golden {
  static let paths: [String] = {
    let folder = Program.root.appendingPathComponent("transcripts")
      .resolvingSymlinksInPath().path
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".chat") }.sorted().map { "transcripts/" + $0 }
  }()

  /// What `signup-bot replay` gives them.
  static var surroundings: Replayer.Surroundings {
    var result = Replayer.Surroundings { try? bytes($0) }
    result.services = Services.forReplay
    return result
  }

  /// The folder of a path.
  static func folder(_ path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Program.root.appendingPathComponent(path)))
  }
}
