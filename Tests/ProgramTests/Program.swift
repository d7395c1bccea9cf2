import Foundation
import TestSupport

/// Runs the real program with the input of a test.
struct Program {
  struct Run {
    let status: Int32
    let isSignal: Bool
    let output: String
    let errors: String
  }

  /// The path of the program under test. The variable `PROGRAM_UNDER_TEST` can name it, relative to
  /// the root of the repository, such as `.build/release/signup-bot`, which starts ten times as
  /// fast. Otherwise it is the executable next to the tests.
  static let path: String = {
    if let named = ProcessInfo.processInfo.environment["PROGRAM_UNDER_TEST"] {
      return URL(fileURLWithPath: named, relativeTo: root).path
    }
    let folder = URL(fileURLWithPath: Trial.path).deletingLastPathComponent()
    return folder.appendingPathComponent("signup-bot").path
  }()

  /// The root folder of the repository, which contains the transcripts.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Runs the program with an input. Its environment contains only `PATH`, `BOT`, a `HOME` of its
  /// own, and the given variables.
  static func run(
    _ arguments: [String] = [], input: Data = Data(), environment: [String: String] = [:]
  ) throws -> Run {
    try shell(
      ([path] + arguments).map(quoted).joined(separator: " "), input: input,
      environment: environment)
  }

  static func run(
    _ arguments: [String] = [], lines: String, environment: [String: String] = [:]
  ) throws -> Run {
    try run(arguments, input: Data(lines.utf8), environment: environment)
  }

  /// Runs a command line in bash, in which `$BOT` is the program.
  static func shell(
    _ line: String, input: Data = Data(), environment: [String: String] = [:]
  ) throws -> Run {
    try Scratch.with { scratch in
      // A hung program must fail its own test, and not keep all others from ending.
      let limit = ["/usr/bin/timeout", "-k", "10", "\(2 * Deadline.seconds)"]
      let status = try Spawn.run(
        limit + ["/bin/bash", "-c", "cd \(quoted(root.path)); " + line],
        environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.path, "BOT": path]
          .merging(environment) { $1 },
        input: scratch.file("stdin", input), output: scratch.path + "/stdout",
        errors: scratch.path + "/stderr")
      let signal = status & 0x7F
      return Run(
        status: signal == 0 ? (status >> 8) & 0xFF : signal, isSignal: signal != 0,
        output: try scratch.text("stdout"), errors: try scratch.text("stderr"))
    }
  }

  /// The options with which the program waits for a slow service, such as one that hashes a
  /// password.
  static var patient: String { "--timeout \(Deadline.seconds)s" }

  /// The beginning of a command line that takes away root's right to bypass file modes.
  static let withoutPrivileges =
    getuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search" : "env"

  /// Shell commands that wait until a command succeeds or the deadline passes; see `Deadline`.
  static func waiting(for command: String) -> String {
    "SECONDS=0; until \(command) || [ $SECONDS -gt \(Deadline.seconds) ]; do sleep 0.05; done"
  }

  static func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}
