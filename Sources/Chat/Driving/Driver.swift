import Accounts
import Conversation
import Transcripts

/// Holds a conversation: feeds the machine with events and performs its effects, one after the other.
package final class Driver {
  private let talk: LiveTalk
  private let frontend: any Frontend
  private let accounts: any AccountService
  private let mailbox: Mailbox
  private let calls: ServiceCalls
  private let time: any Time
  private let tripwire: Tripwire?
  private let memory: (any SignInMemory)?
  /// What is to be done next.
  private var effects: [Effect] = []

  /// How long typing has to pause before a name is checked.
  package static let debounce = Duration.milliseconds(300)
  /// How long lies between two checks, once a conversation has made many.
  package static let slowPace = Duration.seconds(2)

  /// - Parameters:
  ///   - timeout: the longest that one call of the service may take.
  ///   - time: where the service's calls run, and what they are waited for with.
  ///   - tripwire: is told of the secrets given, and of what is said openly; `nil` if there is none.
  ///   - memory: keeps who signed in; `nil` if that is pretended.
  package init(
    conversation: Conversation, frontend: any Frontend, accounts: any AccountService,
    timeout: Duration, time: any Time, tripwire: Tripwire? = nil,
    memory: (any SignInMemory)? = nil
  ) {
    self.frontend = frontend
    self.accounts = accounts
    self.time = time
    self.tripwire = tripwire
    self.memory = memory
    mailbox = Mailbox(time, onDelivery: frontend.onDelivery)
    calls = ServiceCalls(accounts, timeout: timeout, mailbox: mailbox, time: time)
    talk = LiveTalk(conversation, calls: calls, mailbox: mailbox)
    talk.receive(.started, into: &effects)
  }

  /// The conversation as it stands: after the end, or where the frontend failed.
  package var conversation: Conversation { talk.current }

  /// Talks until the end. It throws only what the frontend throws: input or output that failed.
  package func run() throws -> Outcome {
    while true {
      var prompt: Prompt?
      for effect in effects {
        switch effect {
        case .ask(let asked): prompt = asked
        case .finish(let outcome):
          calls.cancelAll()
          try frontend.settled(talk, mailbox)
          try frontend.finish(outcome)
          return outcome
        case .say(let utterance): try frontend.show(utterance)
        case .remember(let username): remember(username)
        case .open(let username): open(username)
        case .check, .hurry, .cancel, .signUp, .signIn: calls.perform(effect)
        case .outputsChanged: break
        }
      }
      try frontend.settled(talk, mailbox)
      // The event is kept nowhere: it may be a secret that is refused, and must then be wiped.
      if let prompt {
        tripwire?.turnEnded()
        talk.receive(heard(try frontend.ask(prompt, in: talk)), into: &effects)
      } else {
        talk.receive(heard(try frontend.wait(for: mailbox)), into: &effects)
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

  private func remember(_ username: Username) {
    var isKept = true
    if let memory {
      isKept = time.run { [accounts] in await memory.keep(username, signedInTo: accounts) }
    }
    mailbox.deliver(.rememberFinished(isKept))
  }

  private func open(_ username: Username?) {
    guard let link = accounts.page(of: username) else {
      return mailbox.deliver(.openFinished(.noPage))
    }
    mailbox.deliver(.openFinished(frontend.open(link) ? .opened(link) : .printed(link)))
  }
}
