import Accounts
import Conversation
import Runtime
import Transcripts

/// Runs a conversation: passes events to the machine and performs its effects in order.
package final class Driver {
  private let talk: LiveTalk
  private let frontend: any Frontend
  private let accounts: any AccountService
  private let mailbox: Mailbox
  private let calls: ServiceCalls
  private let time: any Time
  private let tripwire: Tripwire?
  private let memory: (any SignInMemory)?
  private let witness: Witness?
  /// The effects to perform next.
  private var effects: [Effect] = []

  /// How long typing must pause before a username is checked.
  package static let debounce = Duration.milliseconds(300)
  /// The least time between two checks once a conversation has made many.
  package static let slowPace = Duration.seconds(2)

  /// - Parameters:
  ///   - timeout: The deadline for one call to the service.
  ///   - time: Runs the service's calls and waits for them.
  ///   - tripwire: Told of each secret entered and each text said openly, or `nil` for none.
  ///   - memory: Remembers who signed in, or `nil` to only pretend to.
  ///   - witness: Told what must not be lost if the program ends, or `nil` for none.
  package init(
    conversation: Conversation, frontend: any Frontend, accounts: any AccountService,
    timeout: Duration, time: any Time, tripwire: Tripwire? = nil,
    memory: (any SignInMemory)? = nil, witness: Witness? = nil
  ) {
    self.frontend = frontend
    self.accounts = accounts
    self.time = time
    self.tripwire = tripwire
    self.memory = memory
    self.witness = witness
    mailbox = Mailbox(time, onDelivery: frontend.onDelivery)
    calls = ServiceCalls(accounts, timeout: timeout, mailbox: mailbox, time: time)
    talk = LiveTalk(
      conversation, calls: calls, mailbox: mailbox,
      suggestions: Suggestions(
        calls, timeout: timeout, time: time, onFound: frontend.onDelivery))
    effects = talk.receive(.started)
  }

  /// The current state: the final one after `run`, or the one in which the frontend failed.
  package var conversation: Conversation { talk.current }

  /// Runs the conversation to its end.
  ///
  /// - Throws: Only what the frontend throws when input or output fails.
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
          try witness?.tell()
          return outcome
        case .say(let utterance): try frontend.show(utterance)
        case .remember(let username): remember(username)
        case .open(let username): open(username)
        case .check, .hurry, .cancel, .signUp, .signIn: calls.perform(effect)
        case .outputsChanged: break
        }
      }
      try frontend.settled(talk, mailbox)
      try witness?.tell()
      // The event is not stored: it may be a secret, which must be wiped if it is refused.
      if let prompt {
        tripwire?.turnEnded()
        receive(try frontend.ask(prompt, in: talk))
      } else {
        receive(try frontend.wait(for: mailbox))
      }
    }
  }

  private func receive(_ event: Event) {
    hear(event)
    effects = talk.receive(event)
    witness?.note(talk.current.consequence)
  }

  /// Tells the tripwire about an event before the bot responds to it.
  private func hear(_ event: Event) {
    switch event {
    case .lineEntered(.secret(let secret)), .commandGiven(_, .secret(let secret)?):
      tripwire?.watch(secret)
    case .textEdited(_, .secret(let secret)):
      // This text replaces the last one. No question separates the two, so end the turn here.
      tripwire?.turnEnded()
      tripwire?.watch(secret)
    case .lineEntered(.text(let text)), .commandGiven(_, .text(let text)?): tripwire?.hear(text)
    case .textEdited(_, .text(let text)): tripwire?.hear(typed: text)
    case .started, .commandGiven(_, nil), .signUpRequested, .checkFinished,
      .signUpFinished, .signInFinished, .serviceNoted, .openFinished, .rememberFinished,
      .interrupted, .inputEnded, .inputMalformed:
      break
    }
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
