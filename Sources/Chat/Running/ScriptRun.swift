import Accounts
import Conversation
import Secrets
import Transcripts

/// A transcript ready to be held, with the settings that it and its surroundings give.
package final class ScriptRun: Sendable {
  package let script: Script
  package let settings: Settings
  private let outside: SecretMaker.Source
  private let services: Settings.ServiceMaker
  private let memory: @Sendable (Settings) -> (any SignInMemory)?

  /// - Parameters:
  ///   - given: what wins over the transcript: the command line.
  ///   - fallbacks: takes in what the transcript wins over.
  ///   - outside: resolves secrets from the environment and from files.
  ///   - services: makes the service that the settings name.
  ///   - memory: keeps who signs in; where there is none, that is pretended.
  package init(
    _ script: Script, given: RawSettings, in surroundings: Settings.Surroundings,
    outside: @escaping SecretMaker.Source, services: @escaping Settings.ServiceMaker,
    memory: @escaping @Sendable (Settings) -> (any SignInMemory)? = { _ in nil },
    fallbacks: (inout RawSettings) throws(SettingError) -> Void
  ) throws(SettingError) {
    var raw = given
    try raw.add(transcript: script.settings)
    try fallbacks(&raw)
    settings = try Settings(raw, in: surroundings)
    try settings.checkScriptReach()
    self.script = script
    self.outside = outside
    self.services = services
    self.memory = memory
  }

  /// How a run went.
  package struct Result: Equatable, Sendable {
    package let outcome: Outcome
    /// Answers that the conversation no longer asked for.
    package let unusedAnswers: Int
    /// The name that was given last; `nil` if there was none.
    package let username: Username?
    /// What was said against the last line.
    package let complaints: [Message]
  }

  /// Writes the lines before the conversation, which is held by what is returned.
  ///
  /// - Parameters:
  ///   - time: where the service's calls run, and what its latency and deadline are measured with.
  ///   - tripwire: is told of the secrets given; `nil` if there is none.
  ///   - write: takes one line at a time.
  package func begin(
    in time: any Time, tripwire: Tripwire? = nil, write: @escaping (OutputLine) throws -> Void
  ) throws -> ScriptConversation {
    let accounts = try services(settings, time.clock)
    let frontend = ScriptFrontend(
      script: script, header: settings.header(of: script),
      secrets: SecretMaker(seed: settings.world.seed, outside: outside),
      catalogue: settings.catalogue, saysYes: settings.yes, write: write)
    try frontend.begin()
    let driver = settings.driver(
      frontend, accounts, in: time, tripwire: tripwire, memory: memory(settings))
    return ScriptConversation(frontend, driver, answers: script.answers)
  }
}

/// A transcript being held.
package struct ScriptConversation {
  private let frontend: ScriptFrontend
  private let driver: Driver
  private let answers: Int

  fileprivate init(_ frontend: ScriptFrontend, _ driver: Driver, answers: Int) {
    self.frontend = frontend
    self.driver = driver
    self.answers = answers
  }

  /// Holds the conversation to its end.
  package func run() throws -> ScriptRun.Result {
    let outcome = try driver.run()
    let conversation = driver.conversation
    return ScriptRun.Result(
      outcome: outcome, unusedAnswers: answers - frontend.answersUsed,
      username: conversation.nameGiven, complaints: conversation.complaints)
  }

  /// The conversation as it stands: after the end, or where the run broke off.
  package var state: Conversation { driver.conversation }
}

extension Settings {
  /// The words that lines are read by.
  package var vocabulary: Vocabulary { catalogue.fullVocabulary }

  /// What the conversation is for, and what the service can do for it.
  private func terms(_ accounts: any AccountService, _ memory: (any SignInMemory)?) -> Terms {
    Terms(
      flow: flow, offersSignIn: flow == .signUp && accounts.keepsAccounts,
      remembered: flow == .signIn ? memory?.username : nil,
      remembering: memory?.kind ?? .pretended, isAttended: !unattended)
  }

  /// The driver of a conversation with these settings.
  package func driver(
    _ frontend: any Frontend, _ accounts: any AccountService, in time: any Time,
    tripwire: Tripwire? = nil, memory: (any SignInMemory)? = nil
  ) -> Driver {
    // A password `example` is not betrayed by the page of an account, nor one that a rule's own words have.
    tripwire?.expect { [policy, catalogue] in
      let pages = [nil, Username("")].compactMap { accounts.page(of: $0) }
      return (policy.messages.map(catalogue.words) + pages).joined(separator: "\n")
    }
    // Nor by the page of a name that was given openly, if the service makes its address of the name alone.
    if accounts.page(of: Username("")) != nil {
      tripwire?.expect(forAnswer: { answer in
        accounts.page(of: Username(answer.hasPrefix("//") ? String(answer.dropFirst()) : answer))
      })
    }
    let terms = terms(accounts, memory)
    if let remembered = terms.remembered { tripwire?.hear(remembered.text) }
    return Driver(
      conversation: Conversation(
        policy: policy, vocabulary: vocabulary, terms: terms),
      frontend: frontend, accounts: accounts, timeout: timeout, time: time, tripwire: tripwire,
      memory: memory)
  }
}
