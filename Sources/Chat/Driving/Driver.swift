import Accounts
import Conversation
import Transcripts

/// Holds a conversation: feeds the machine with events and performs its effects, one after the other.
package final class Driver {
  private let talk: LiveTalk
  private let frontend: any Frontend
  private let instant: (any InstantFrontend)?
  private let service: ValidationService
  private let mailbox: Mailbox
  private let calls: ServiceCalls
  private let tripwire: Tripwire?
  private let remember: @Sendable (Username) async -> Bool
  /// What is to be done next.
  private var effects: [Effect] = []
  /// What of that has to be waited for; nil for nothing.
  private var delayed: Effect?

  /// How long typing has to pause before a name is checked.
  package static let debounce = Duration.milliseconds(300)
  /// How long lies between two checks, once a conversation has made many.
  package static let slowPace = Duration.seconds(2)

  /// - Parameters:
  ///   - clock: what debouncing reads.
  ///   - executor: where the service's calls run; nil for the usual threads.
  ///   - tripwire: is told of the secrets given, and of what is said openly; nil for none.
  ///   - remember: keeps who signed in; false where that fails. Nothing is kept unless it is given.
  package init(
    conversation: Conversation, frontend: any Frontend, service: ValidationService,
    clock: any Clock<Duration>, executor: (any TaskExecutor)? = nil, tripwire: Tripwire? = nil,
    remember: @escaping @Sendable (Username) async -> Bool = { _ in true }
  ) {
    self.tripwire = tripwire
    self.remember = remember
    self.frontend = frontend
    instant = frontend.instant
    self.service = service
    mailbox = Mailbox(onDelivery: frontend.onDelivery)
    calls = ServiceCalls(service: service, mailbox: mailbox, clock: clock, executor: executor)
    talk = LiveTalk(conversation, calls: calls, mailbox: mailbox)
    talk.receive(.started, into: &effects)
  }

  /// The conversation as it stands: after the end, or where the frontend failed.
  package var conversation: Conversation { talk.current }

  /// Talks until the end. It throws only what the frontend throws: input or output that failed.
  package func run() async throws -> Outcome {
    if instant == nil { return try await converse() }
    while true {
      if let outcome = try runAtOnce() { return outcome }
      if let effect = delayed {
        delayed = nil
        await perform(delayed: effect)
      }
      talk.receive(heard(try await frontend.wait(for: mailbox)), into: &effects)
    }
  }

  /// Talks as far as nobody has to be waited for, on the calling thread; `run` goes on from there.
  ///
  /// - Returns: nil where the conversation goes on.
  package func runAtOnce() throws -> Outcome? {
    guard let instant else { return nil }
    while true {
      var prompt: Prompt?
      for effect in effects {
        switch effect {
        case .ask(let asked): prompt = asked
        case .finish(let outcome):
          calls.cancelAll()
          try instant.finish(outcome)
          return outcome
        case .say(let utterance): try instant.show(utterance)
        case .remember, .open: delayed = effect
        case .check, .hurry, .cancel, .signUp, .signIn, .outputsChanged: perform(effect)
        }
      }
      // The event is kept nowhere: it may be a secret that is refused, and is then to be wiped.
      if let prompt {
        tripwire?.turnEnded()
        talk.receive(heard(try instant.ask(prompt, in: talk)), into: &effects)
      } else if let event = mailbox.take() {
        talk.receive(heard(event), into: &effects)
      } else {
        effects.removeAll(keepingCapacity: true)
        return nil
      }
    }
  }

  private func converse() async throws -> Outcome {
    while true {
      var prompt: Prompt?
      for effect in effects {
        switch effect {
        case .ask(let asked): prompt = asked
        case .finish(let outcome):
          calls.cancelAll()
          try await frontend.settled(talk, mailbox)
          try await frontend.finish(outcome)
          return outcome
        case .say(let utterance): try await frontend.show(utterance)
        case .remember, .open: await perform(delayed: effect)
        case .check, .hurry, .cancel, .signUp, .signIn, .outputsChanged: perform(effect)
        }
      }
      try await frontend.settled(talk, mailbox)
      if let prompt {
        tripwire?.turnEnded()
        talk.receive(heard(try await frontend.ask(prompt, in: talk)), into: &effects)
      } else {
        talk.receive(heard(try await frontend.wait(for: mailbox)), into: &effects)
      }
    }
  }

  /// Begins, or gives up, a call of the service.
  private func perform(_ effect: Effect) {
    switch effect {
    case .check(let username, let id, let debounced):
      calls.check(username, id, debounced: debounced)
    case .hurry(let id): calls.endPause(id)
    case .cancel(let id): calls.cancel(id)
    case .signUp(let registration, let id): calls.signUp(registration, id)
    case .signIn(let credentials, let id): calls.signIn(credentials, id)
    case .ask, .say, .remember, .open, .outputsChanged, .finish: break
    }
  }

  /// Does what the conversation waits for beside the service.
  private func perform(delayed effect: Effect) async {
    switch effect {
    case .remember(let username): mailbox.deliver(.rememberFinished(await remember(username)))
    case .open(let username): await open(username)
    case .ask, .say, .check, .hurry, .cancel, .signUp, .signIn, .outputsChanged, .finish: break
    }
  }

  /// Tells the tripwire of an event before anything is said of it.
  private func heard(_ event: Event) -> Event {
    switch event {
    case .lineEntered(.secret(let secret)), .commandGiven(_, .secret(let secret)?):
      tripwire?.watch(secret)
    case .textEdited(_, .secret(let secret)):
      // What stood there before this key is gone: no question comes between them, however many there are.
      tripwire?.turnEnded()
      tripwire?.watch(secret)
    case .lineEntered(.text(let text)), .commandGiven(_, .text(let text)?): tripwire?.hear(text)
    case .textEdited(_, .text(let text)): tripwire?.hear(typed: text)
    case .started, .commandGiven(_, nil), .signUpRequested, .checkFinished,
      .signUpFinished, .signInFinished, .serviceNoted, .openFinished, .rememberFinished,
      .interrupted, .inputEnded, .inputMalformed:
      break
    }
    return event
  }

  private func open(_ username: Username?) async {
    guard let link = service.accounts.page(of: username) else {
      return mailbox.deliver(.openFinished(.noPage))
    }
    let opened = await frontend.open(link)
    mailbox.deliver(.openFinished(opened ? .opened(link) : .printed(link)))
  }
}
