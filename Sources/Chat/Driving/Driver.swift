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
  }

  /// Talks until the end. It throws only what the frontend throws: input or output that failed.
  package func run() async throws -> Outcome {
    var effects = talk.receive(.started)
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
        case .say(let utterance):
          if let instant { try instant.show(utterance) } else { try await frontend.show(utterance) }
        case .check(let username, let id, let debounced):
          calls.check(username, id, debounced: debounced)
        case .hurry(let id): calls.endPause(id)
        case .cancel(let id): calls.cancel(id)
        case .signUp(let registration, let id): calls.signUp(registration, id)
        case .signIn(let credentials, let id): calls.signIn(credentials, id)
        case .remember(let username): mailbox.deliver(.rememberFinished(await remember(username)))
        case .open(let username): await open(username)
        case .outputsChanged: break
        }
      }
      if instant == nil { try await frontend.settled(talk, mailbox) }
      // The event is kept nowhere: it may be a secret that is refused, and is then to be wiped.
      if let prompt {
        tripwire?.turnEnded()
        if let instant {
          effects = talk.receive(heard(try instant.ask(prompt, in: talk)))
        } else {
          effects = talk.receive(heard(try await frontend.ask(prompt, in: talk)))
        }
      } else if instant != nil, let event = mailbox.take() {
        effects = talk.receive(heard(event))
      } else {
        effects = talk.receive(heard(try await frontend.wait(for: mailbox)))
      }
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
