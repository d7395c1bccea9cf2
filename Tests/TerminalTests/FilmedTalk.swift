import Accounts
import Chat
import Conversation
import Glibc
import Runtime
import Synchronization
import TestSupport

@testable import Terminal

/// A conversation at a terminal whose every write is one message, and therefore one frame that a
/// person could see.
final class FilmedTalk {
  struct Vain: Error, CustomStringConvertible {
    let description: String
  }

  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  private let pty: Pty
  private let reader: CInt
  private let talk: Unchecked
  private(set) var frames: [Grid]
  /// The indices of the frames at which the terminal waited for a key.
  private var rests: [Int] = []

  /// Only one thread uses the driver.
  private struct Unchecked: @unchecked Sendable {
    let terminal: Terminal
    let driver: Driver
    let ended: Flag

    func run() async {
      _ = try? driver.run()
      terminal.close()
      ended.isSet.store(true, ordering: .releasing)
    }
  }

  init(columns: Int, policy: Policy, world: MockAccounts.World) throws {
    let rows = 40
    pty = Pty(columns: columns, rows: rows)
    frames = [Grid(columns: columns, rows: rows)]
    var ends: [CInt] = [-1, -1]
    socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends)
    reader = ends[0]
    let terminal = try Terminal(
      input: pty.slave, output: pty.slave, term: "xterm", plain: false, drawing: ends[1])
    let clock = ContinuousClock()
    let frontend = TerminalFrontend(
      terminal: terminal, style: Style(color: .always, term: "xterm", isTerminal: true),
      catalogue: .english,
      vocabulary: .english, recorder: nil, saysYes: false, clock: clock,
      opener: { _ in false })
    let time = RealTime(clock)
    talk = Unchecked(
      terminal: terminal,
      driver: Driver(
        conversation: Conversation(policy: policy, vocabulary: .english), frontend: frontend,
        accounts: MockAccounts(world: world, identity: policy.identity, clock: time.clock),
        timeout: .seconds(600), time: time),
      ended: Flag())
  }

  deinit {
    close(reader)
  }

  /// Runs the conversation while `body` types and waits.
  func film(_ body: (FilmedTalk) throws -> Void) async throws {
    let talk = talk
    async let end: Void = talk.run()
    let result = Result { try body(self) }
    // Keys are dropped while the service works.
    while !isEnded {
      pty.type("\u{15}\u{4}")
      readFrame()
    }
    await end
    try result.get()
  }

  private var isEnded: Bool { talk.ended.isSet.load(ordering: .acquiring) }

  func type(_ keys: String) { pty.type(keys) }

  /// Reads frames until all texts are on the rows that end with the cursor's.
  func wait(for texts: String...) throws {
    let clock = ContinuousClock()
    let end = clock.now + Deadline.limit
    while !texts.allSatisfy(frames[frames.count - 1].text.contains) {
      guard clock.now < end else {
        throw Vain(description: "waited for \(texts) in vain:\n\(frames[frames.count - 1].text)")
      }
      readFrame()
    }
    rests.append(frames.count - 1)
  }

  private func readFrame() {
    var wait = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, 100) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(reader, &bytes, bytes.count)
    var grid = frames[frames.count - 1]
    grid.take(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self))
    frames.append(grid)
  }

  /// The cells that were filled when the terminal waited for a key, are filled when it waits again,
  /// and were blank in a frame in between; and those that are the same at both times and were not in
  /// between.
  var flickers: [String] {
    zip(rests, rests.dropFirst()).flatMap { first, last in
      frames[first...last].flatMap { frame in
        cells.compactMap { row, column in
          let before = frames[first].cells[row][column]
          let after = frames[last].cells[row][column]
          let now = frame.cells[row][column]
          let isBlanked = before != " " && after != " " && now == " "
          let isChanged = before == after && before != " " && now != before
          guard isBlanked || isChanged else { return nil }
          return "\(row), \(column): \(before), \(now), \(after) in\n\(frame.text)"
        }
      }
    }
  }

  private var cells: [(Int, Int)] {
    let cells = frames[0].cells
    return cells.indices.flatMap { row in cells[row].indices.map { (row, $0) } }
  }
}
