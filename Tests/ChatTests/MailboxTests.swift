import Accounts
import Dispatch
import Runtime
import Synchronization
import Testing

@testable import Chat
@testable import Conversation

struct MailboxTests {
  private let events: [Event] = [
    .started, .interrupted, .inputEnded, .signUpRequested, .openFinished(.noPage),
  ]

  /// Both kinds of time wait for what another thread delivers.
  private static let times: [any Time] = [
    VirtualTime(), RealTime(ContinuousClock()) { fatalError("no thread") },
  ]

  @Test(arguments: [false, true])
  func `events are received in the order of their delivery`(waiting: Bool) {
    let mailbox = Mailbox(VirtualTime())
    #expect(mailbox.take() == nil)
    for event in events { mailbox.deliver(event) }
    for event in events { #expect((waiting ? mailbox.next() : mailbox.take()) == event) }
    #expect(mailbox.take() == nil)
  }

  @Test(arguments: times)
  func `a receiver that waits before the delivery gets the event, which is then removed`(
    time: any Time
  ) {
    let mailbox = Mailbox(time)
    DispatchQueue.global().async { mailbox.deliver(.interrupted) }
    #expect(mailbox.next() == .interrupted)
    #expect(mailbox.take() == nil)
  }

  @Test func `each delivery is announced after the event was added`() {
    let found = Mutex<[Event?]>([])
    let box = Mutex<Mailbox?>(nil)
    let mailbox = Mailbox(VirtualTime()) {
      let event = box.withLock { $0 }?.take()
      found.withLock { $0.append(event) }
    }
    box.withLock { $0 = mailbox }
    for event in events { mailbox.deliver(event) }
    #expect(found.withLock { $0 } == events)
    box.withLock { $0 = nil }
  }

  @Test(arguments: times)
  func `concurrent deliveries lose no events`(time: any Time) {
    let mailbox = Mailbox(time)
    let count = 1_000
    DispatchQueue.global().async {
      DispatchQueue.concurrentPerform(iterations: count) { number in
        mailbox.deliver(.checkFinished(CheckID(number: number), .available))
      }
    }
    var numbers: Set<Int> = []
    for _ in 0..<count {
      if case .checkFinished(let id, _) = mailbox.next() { numbers.insert(id.number) }
    }
    #expect(numbers == Set(0..<count))
    #expect(mailbox.take() == nil)
  }
}
