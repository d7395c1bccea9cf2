import Accounts
import Synchronization
import Testing

@testable import Chat
@testable import Conversation

struct MailboxTests {
  private let events: [Event] = [
    .started, .interrupted, .inputEnded, .signUpRequested, .openFinished(.noPage),
  ]

  @Test func `events are received in the order of their delivery`() {
    let mailbox = Mailbox()
    #expect(mailbox.take() == nil)
    for event in events { mailbox.deliver(event) }
    #expect(events.map { _ in mailbox.take() } == events)
    #expect(mailbox.take() == nil)
  }

  @Test func `a waiting receiver gets the oldest event`() async {
    let mailbox = Mailbox()
    for event in events { mailbox.deliver(event) }
    for event in events { #expect(await mailbox.next() == event) }
  }

  @Test func `a receiver that waits before the delivery gets the event, which is then removed`()
    async
  {
    let mailbox = Mailbox()
    async let first = mailbox.next()
    Task { mailbox.deliver(.interrupted) }
    #expect(await first == .interrupted)
    #expect(mailbox.take() == nil)
  }

  @Test func `each delivery is announced after the event was added`() {
    let found = Mutex<[Event?]>([])
    let box = Mutex<Mailbox?>(nil)
    let mailbox = Mailbox {
      let event = box.withLock { $0 }?.take()
      found.withLock { $0.append(event) }
    }
    box.withLock { $0 = mailbox }
    for event in events { mailbox.deliver(event) }
    #expect(found.withLock { $0 } == events)
    box.withLock { $0 = nil }
  }

  @Test func `concurrent deliveries lose no events`() async {
    let mailbox = Mailbox()
    let count = 1_000
    await withTaskGroup(of: Int.self) { group in
      group.addTask {
        var received = 0
        for _ in 0..<count {
          if case .checkFinished = await mailbox.next() { received += 1 }
        }
        return received
      }
      for number in 0..<count {
        group.addTask {
          mailbox.deliver(.checkFinished(CheckID(number: number), .available))
          return 0
        }
      }
      #expect(await group.reduce(0, +) == count)
    }
    #expect(mailbox.take() == nil)
  }
}
