import Accounts
import Conversation
import Transcripts

/// Holds a conversation: feeds the machine with events and performs its effects, one after the other.
package final class Driver {
  private var conversation: Conversation
  private let frontend: any Frontend
  private let service: ValidationService
  private let mailbox: Mailbox
  private let executor: (any TaskExecutor)?
  private let tripwire: Tripwire?
  private let clock: any Clock<Duration>
  private var work: [CheckID: Task<Void, Never>] = [:]

  /// How long typing has to pause before a name is checked.
  package static let debounce = Duration.milliseconds(300)

  /// - Parameters:
  ///   - clock: what debouncing reads.
  ///   - executor: where the service's calls run; nil for the usual threads.
  ///   - tripwire: is told of the secrets given, and of what is said openly; nil for none.
  package init(
    conversation: Conversation, frontend: any Frontend, service: ValidationService,
    clock: any Clock<Duration>, executor: (any TaskExecutor)? = nil, tripwire: Tripwire? = nil
  ) {
    self.tripwire = tripwire
    self.conversation = conversation
    self.frontend = frontend
    self.service = service
    self.clock = clock
    self.executor = executor
    mailbox = Mailbox(onDelivery: frontend.onDelivery)
  }

  /// Talks until the end. It throws only what the frontend throws: input or output that failed.
  package func run() async throws -> Outcome {
    var effects = conversation.receive(.started)
    while true {
      var prompt: Prompt?
      for effect in effects {
        switch effect {
        case .ask(let asked): prompt = asked
        case .finish(let outcome):
          cancelAll()
          try await frontend.settled(conversation, mailbox)
          try await frontend.finish(outcome)
          return outcome
        case .say(let utterance): try await frontend.show(utterance)
        case .check(let username, let id, let debounced): check(username, id, debounced)
        case .cancel(let id): work.removeValue(forKey: id)?.cancel()
        case .signUp(let registration, let id): signUp(registration, id)
        case .open(let username): await open(username)
        case .outputsChanged: break
        }
      }
      try await frontend.settled(conversation, mailbox)
      // The event is kept nowhere: it may be a secret that is refused, and is then to be wiped.
      if let prompt {
        tripwire?.turnEnded()
        effects = conversation.receive(heard(try await frontend.ask(prompt, in: conversation)))
      } else {
        effects = conversation.receive(heard(try await frontend.wait(for: mailbox)))
      }
    }
  }

  /// Tells the tripwire of an event before anything is said of it.
  private func heard(_ event: Event) -> Event {
    switch event {
    case .lineEntered(.secret(let secret)), .textEdited(_, .secret(let secret)),
      .commandGiven(_, .secret(let secret)?):
      tripwire?.watch(secret)
    case .lineEntered(.text(let text)): tripwire?.hear(text)
    case .started, .textEdited(_, .text), .commandGiven, .signUpRequested, .checkFinished,
      .signUpFinished, .openFinished, .interrupted, .inputEnded, .inputMalformed:
      break
    }
    return event
  }

  private func check(_ username: Username, _ id: CheckID, _ debounced: Bool) {
    start(id) { [service, clock] in
      if debounced { try await clock.sleep(for: Self.debounce) }
      return .checkFinished(id, await service.availability(of: username))
    }
  }

  private func signUp(_ registration: Registration, _ id: CheckID) {
    start(id) { [service] in .signUpFinished(id, await service.signUp(registration)) }
  }

  /// Runs a call whose event goes to the mailbox; a cancelled one delivers nothing.
  private func start(_ id: CheckID, _ call: @escaping @Sendable () async throws -> Event) {
    work[id] = Task(executorPreference: executor) { [mailbox] in
      guard let event = try? await call(), !Task.isCancelled else { return }
      mailbox.deliver(event)
    }
  }

  private func open(_ username: Username?) async {
    guard let link = service.accounts.page(of: username) else {
      return mailbox.deliver(.openFinished(.noPage))
    }
    let opened = await frontend.open(link)
    mailbox.deliver(.openFinished(opened ? .opened(link) : .printed(link)))
  }

  private func cancelAll() {
    for task in work.values { task.cancel() }
    work.removeAll()
  }
}
