import Conversation
import Dispatch
import Secrets
import Synchronization
import Threads

/// Lines of events, read on a thread of their own, so that they arrive while the service works.
package final class RequestStream: Sendable {
  /// What a line says.
  struct Item: Sendable {
    /// Counted from 1.
    let line: Int
    let content: Content

    enum Content: Sendable {
      case request(Request)
      case malformed(String)
      case end
      case failure(StreamFailure)
    }
  }

  private struct State {
    var items: [Item] = []
    var hasNews = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  private let thread = BlockingThread()
  /// Lines that may be read ahead: memory stays bounded however many there are.
  ///
  /// It begins at zero and is raised: one that is let go below the value it began with is a trap.
  private let room = DispatchSemaphore(value: 0)
  private static let mostAhead = 64

  /// The longest line, in bytes: an answer of 64 KiB in which every byte is escaped.
  package static let longestLine = 6 * MalformedInput.longestLine + 1024

  /// Starts to read. It throws `NoThread` where the machine has no room for the thread that reads.
  ///
  /// - Parameters:
  ///   - lines: read by this stream alone from here on.
  ///   - vocabulary: has the words for commands.
  package init(_ lines: sending LineReader, _ vocabulary: Vocabulary) throws(NoThread) {
    lines.longest = Self.longestLine
    for _ in 0..<Self.mostAhead { room.signal() }
    let reader = Reader(lines: lines)
    let isReading = thread.add { [self] in
      while true {
        let item = reader.next(vocabulary)
        room.wait()
        put(item)
        switch item.content {
        case .request, .malformed: continue
        case .end, .failure: return
        }
      }
    }
    if !isReading { throw NoThread() }
  }

  /// Makes `next` look again.
  func wake() {
    let waiting = state.withLock { state in
      state.hasNews = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  /// Waits for something to come in, or for `wake`. One waits at a time.
  func news() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if !state.hasNews { state.waiting = continuation }
        return state.hasNews
      }
      if isThere { continuation.resume() }
    }
    state.withLock { $0.hasNews = false }
  }

  /// The oldest item; `nil` if there is none so far. The end stays.
  ///
  /// - Parameters:
  ///   - whileWorking: whether nothing but an interrupt is wanted now. It overtakes the others.
  ///   - ofOnePerson: whether it must not overtake what may be another person's first event.
  func take(whileWorking: Bool, ofOnePerson: Bool) -> Item? {
    let item = state.withLock { state -> Item? in
      let reach = state.items.prefix { !ofOnePerson || $0.isSurelyOfSamePerson }
      let index =
        whileWorking ? reach.firstIndex(where: \.isInterrupt) : state.items.indices.first
      guard let index else { return nil }
      return state.items[index].isLast ? state.items[index] : state.items.remove(at: index)
    }
    if let item, !item.isLast { room.signal() }
    return item
  }

  /// Whether the oldest item says that another person's events begin.
  var startsNext: Bool { state.withLock { $0.items.first?.isStart ?? false } }

  /// Passes over all that comes before the next person's first event.
  ///
  /// - Parameters:
  ///   - mayStartUnsaid: whether a name may stand for `started`.
  ///   - passed: takes the number of each line that is passed over.
  package func skipToNextPerson(
    mayStartUnsaid: Bool, _ passed: (Int) throws -> Void
  ) async throws {
    while await hasNext() {
      let item = state.withLock { state -> Item? in
        guard let first = state.items.first, !first.isLast, !first.isStart,
          !(mayStartUnsaid && first.givesName)
        else { return nil }
        return state.items.removeFirst()
      }
      guard let item else { return }
      room.signal()
      try passed(item.line)
    }
  }

  /// Waits until it is known whether anything is still to come.
  package func hasNext() async -> Bool {
    while true {
      let first = state.withLock { $0.items.first }
      if let first { return !first.isEnd }
      await news()
    }
  }

  private func put(_ item: Item) {
    state.withLock { $0.items.append(item) }
    wake()
  }
}

/// Goes to the reading thread, and is used by it alone.
private final class Reader: @unchecked Sendable {
  private let lines: LineReader

  init(lines: LineReader) {
    self.lines = lines
  }

  /// The next line that says something.
  func next(_ vocabulary: Vocabulary) -> RequestStream.Item {
    do {
      while true {
        switch try lines.next() {
        case .end: return item(.end)
        case .tooLong:
          if lines.isInLongLine { try lines.skipLongLine() }
          return item(.malformed("the line is too long"))
        case .bytes(let line):
          if line.withBytes({ $0.allSatisfy { $0 == 0x20 || $0 == 0x09 } }) { continue }
          do {
            return item(.request(try Request(line, vocabulary)))
          } catch {
            return item(.malformed(error.why))
          }
        }
      }
    } catch {
      return item(.failure(error))
    }
  }

  private func item(_ content: RequestStream.Item.Content) -> RequestStream.Item {
    RequestStream.Item(line: lines.number, content: content)
  }
}

extension RequestStream.Item {
  fileprivate var isEnd: Bool {
    if case .end = content { true } else { false }
  }

  /// Nothing comes after it.
  fileprivate var isLast: Bool {
    switch content {
    case .end, .failure: true
    case .request, .malformed: false
    }
  }

  fileprivate var isInterrupt: Bool {
    if case .request(.interrupted) = content { true } else { false }
  }

  fileprivate var isStart: Bool {
    if case .request(.started) = content { true } else { false }
  }

  /// A malformed line may have been meant as `started`.
  fileprivate var isSurelyOfSamePerson: Bool {
    if case .request = content { !isStart } else { false }
  }

  fileprivate var givesName: Bool {
    switch content {
    case .request(.lineEntered(.text)), .request(.textEdited(.username, .text)): true
    case .request, .malformed, .end, .failure: false
    }
  }
}
