import Foundation
import Synchronization
import TestSupport

/// One tmux server for all tests, controlled over one connection in control mode, so that reading a
/// screen starts no program. When the test process ends, the connection closes and the server
/// exits.
final class TmuxServer: Sendable {
  enum Failure: Error {
    case refused(String)
    case gone
  }

  /// The connection's descriptor, and what was read and not yet used.
  private struct Connection {
    let descriptor: CInt
    var read: [UInt8] = []
  }

  static let shared = Result { try TmuxServer() }

  private let connection: Mutex<Connection>

  private init() throws {
    let socket = FileManager.default.temporaryDirectory.path + "/signup-bot-tmux-\(getpid())"
    let ends = try Spawn.connection()
    _ = try Spawn.start(
      ["tmux", "-S", socket, "-f", "/dev/null", "-u", "-C", "new-session"],
      environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
    ) { actions in
      for stream in 0...2 as ClosedRange<CInt> {
        posix_spawn_file_actions_adddup2(&actions, ends.theirs, stream)
      }
    }
    close(ends.theirs)
    connection = Mutex(Connection(descriptor: ends.ours))
    // The first answer is the one to `new-session`.
    _ = try connection.withLock { try Self.answer(&$0) }
    try run(["refresh-client -f no-output", "set -s exit-unattached on"])
  }

  /// Runs tmux commands one after the other and returns the lines of each answer.
  @discardableResult
  func run(_ commands: [String]) throws -> [[String]] {
    try connection.withLock { connection in
      let bytes = Array(commands.map { $0 + "\n" }.joined().utf8)
      guard write(connection.descriptor, bytes, bytes.count) == bytes.count else {
        throw Failure.gone
      }
      let answers = try commands.map { _ in try Self.answer(&connection) }
      return try answers.map { try $0.get() }
    }
  }

  /// Reads the next answer: the lines between `%begin` and the `%end` or `%error` with the same
  /// number. Notifications outside an answer are skipped.
  private static func answer(
    _ connection: inout Connection
  ) throws -> Result<[String], Failure> {
    var number: String?
    var lines: [String] = []
    while true {
      let line = try line(&connection)
      let words = line.split(separator: " ")
      guard let current = number else {
        if words.first == "%begin" && words.count == 4 { number = String(words[2]) }
        continue
      }
      if words.count == 4, words[2] == current {
        if words[0] == "%end" { return .success(lines) }
        if words[0] == "%error" {
          return .failure(.refused(lines.joined(separator: "\n")))
        }
      }
      lines.append(line)
    }
  }

  private static func line(_ connection: inout Connection) throws -> String {
    while true {
      if let end = connection.read.firstIndex(of: 0x0A) {
        defer { connection.read.removeSubrange(...end) }
        return String(decoding: connection.read[..<end], as: UTF8.self)
      }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = read(connection.descriptor, &bytes, bytes.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Failure.gone }
      connection.read += bytes.prefix(count)
    }
  }
}
