import Conversation
import Dispatch
import Runtime
import Secrets
import Synchronization

/// Reads lines of events on a thread of its own, so that they arrive even while the service is
/// busy.
package final class RequestStream: Sendable {
  /// A line's content.
  struct Item: Sendable {
    /// The line number, starting at 1.
    let line: Int
    let content: Content

    enum Content: Sendable {
      case request(Request)
      case malformed(String)
      case end
      case failure(StreamFailure)
    }
  }

  private let items = Mutex<[Item]>([])
  private let time: any Time
  private let thread = BlockingThread()
  /// The number of lines that may still be read ahead. It bounds the memory that they use.
  ///
  /// The semaphore starts at zero and is then raised, because releasing a semaphore whose value is
  /// below its initial one is a trap.
  private let room = DispatchSemaphore(value: 0)
  private static let mostAhead = 64

  /// The maximum length of a line, in bytes: an answer of 64 KiB in which every byte is escaped.
  package static let longestLine = 6 * MalformedInput.longestLine + 1024

  /// Starts reading.
  ///
  /// - Parameters:
  ///   - lines: the input, which only this stream may read from now on.
  ///   - vocabulary: the words for commands.
  ///   - time: what the stream is waited for with, so that one wait is for events and for the service.
  /// - Throws: `NoThread` if the system can't start the thread that reads.
  package init(
    _ lines: sending LineReader, _ vocabulary: Vocabulary, in time: any Time
  ) throws(NoThread) {
    self.time = time
    lines.longest = Self.longestLine
    for _ in 0..<Self.mostAhead { room.signal() }
    // Only the reading thread uses it from now on.
    nonisolated(unsafe) let lines = lines
    let isReading = thread.add { [self] in
      while true {
        let content = Self.next(lines, vocabulary)
        let item = Item(line: lines.number, content: content)
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

  /// Blocks until something has happened, such as the arrival of an item. It may return for no reason.
  func wait() { time.wait() }

  /// Removes and returns the oldest item; `nil` if there is none yet. The end of the input is
  /// returned but never removed.
  ///
  /// - Parameters:
  ///   - whileWorking: whether to take only an interrupt, which overtakes the other items.
  ///   - ofOnePerson: whether an interrupt must not overtake an item that may be another person's
  ///     first event.
  func take(whileWorking: Bool, ofOnePerson: Bool) -> Item? {
    let item = items.withLock { items -> Item? in
      let reach = items.prefix { !ofOnePerson || $0.isSurelyOfSamePerson }
      let index =
        whileWorking ? reach.firstIndex(where: \.isInterrupt) : items.indices.first
      guard let index else { return nil }
      return items[index].isLast ? items[index] : items.remove(at: index)
    }
    if let item, !item.isLast { room.signal() }
    return item
  }

  /// Whether the oldest item begins another person's events.
  package var startsNext: Bool { items.withLock { $0.first?.isStart ?? false } }

  /// Skips all items before the next person's first event.
  ///
  /// - Parameters:
  ///   - mayStartUnsaid: whether a username may take the place of `started`.
  ///   - passed: called with the number of each skipped line.
  package func skipToNextPerson(
    mayStartUnsaid: Bool, _ passed: (Int) throws -> Void
  ) throws {
    while hasNext() {
      let item = items.withLock { items -> Item? in
        guard let first = items.first, !first.isLast, !first.isStart,
          !(mayStartUnsaid && first.givesName)
        else { return nil }
        return items.removeFirst()
      }
      guard let item else { return }
      room.signal()
      try passed(item.line)
    }
  }

  /// Returns whether the input contains another item. Waits until this is known.
  package func hasNext() -> Bool {
    while true {
      if let first = items.withLock({ $0.first }) {
        if case .end = first.content { return false } else { return true }
      }
      wait()
    }
  }

  private func put(_ item: Item) {
    items.withLock { $0.append(item) }
    time.notify()
  }

  /// Returns the content of the next line that is not blank.
  private static func next(_ lines: LineReader, _ vocabulary: Vocabulary) -> Item.Content {
    do throws(StreamFailure) {
      var line = try lines.next()
      while line.isBlank { line = try lines.next() }
      switch line {
      case .end: return .end
      case .tooLong:
        try lines.skipLongLine()
        return .malformed("the line is too long")
      case .bytes(let line):
        do throws(RequestError) {
          return .request(try Request(line, vocabulary))
        } catch {
          return .malformed(error.why)
        }
      }
    } catch {
      return .failure(error)
    }
  }
}

extension RequestStream.Item {
  /// Whether no item follows this one.
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

  /// Whether the item can't begin another person's events. A malformed line may have been meant as
  /// `started`.
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
