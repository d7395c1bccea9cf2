import Accounts
import Conversation
import Runtime
import Transcripts

/// A transcript that is ready to be replayed, with its settings.
package struct ScriptRun: Sendable {
  package let script: Script
  package let settings: Settings
  private let outside: SecretMaker.Source

  /// - Parameters:
  ///   - given: The settings that override the transcript's, from the command line.
  ///   - outside: Resolves secrets from the environment and from files.
  ///   - fallbacks: The settings that the transcript overrides.
  package init(
    _ script: Script, given: RawSettings, in context: Settings.Context,
    outside: @escaping SecretMaker.Source, fallbacks: RawSettings
  ) throws(SettingError) {
    var raw = given
    try raw.add(transcript: script.settings)
    raw.add(fallbacks)
    settings = try Settings(raw, in: context)
    try settings.checkScriptReach()
    self.script = script
    self.outside = outside
  }

  /// Writes the lines before the conversation, and returns the conversation.
  ///
  /// - Parameters:
  ///   - time: Runs the service's calls, and measures its latency and deadline.
  ///   - tripwire: Told of the secrets given, or `nil` for none.
  ///   - memory: Remembers who signed in, or `nil` to only pretend to.
  ///   - witness: Told what must not be lost if the program ends, or `nil` for none.
  ///   - checks: Whether the conversation ends at the first turn that differs from the transcript.
  ///   - write: Writes one line.
  package func begin(
    with accounts: any AccountService, in time: any Time, tripwire: Tripwire? = nil,
    memory: (any SignInMemory)? = nil, witness: Witness? = nil, checks: Bool = false,
    write: @escaping (OutputLine) throws -> Void
  ) throws -> ScriptConversation {
    let check = checks ? ScriptCheck(script) : nil
    let frontend = ScriptFrontend(
      script: script, header: settings.header(of: script),
      secrets: SecretMaker(seed: settings.world.seed, outside: outside),
      // An answer that the transcript does not have would differ from it.
      catalogue: settings.catalogue, saysYes: settings.yes && check == nil, check: check,
      write: write)
    try frontend.begin()
    let driver = settings.driver(
      frontend, accounts, in: time, tripwire: tripwire, memory: memory, witness: witness)
    return ScriptConversation(
      frontend: frontend, driver: driver, answers: script.answers.count, check: check)
  }
}

/// A transcript that is being replayed.
package struct ScriptConversation {
  fileprivate let frontend: ScriptFrontend
  fileprivate let driver: Driver
  fileprivate let answers: Int
  /// Compares the transcript with the conversation; `nil` if it need not agree.
  let check: ScriptCheck?

  /// Runs the conversation to its end.
  package func run() throws -> Outcome { try driver.run() }

  /// The current state: the final one after `run`, or the one in which the run broke off.
  var state: Conversation { driver.conversation }

  /// The number of the transcript's answers that have not been given.
  var unusedAnswers: Int { answers - frontend.answersUsed }
}

extension Settings {
  /// The policy of which the conversation asks the questions.
  package var askedPolicy: Policy { flow.adapted(policy, isAttended: !unattended) }

  /// The commands that are recognised.
  package var vocabulary: Vocabulary { catalogue.fullVocabulary.adding(formOf: askedPolicy) }

  /// The options of a conversation: its flow, and what the service and the memory offer.
  private func options(_ accounts: any AccountService, _ memory: (any SignInMemory)?)
    -> ConversationOptions
  {
    let unkept = policy.questions.filter { !accounts.keepsAnswer(to: $0) }
    return ConversationOptions(
      flow: flow, offersSignIn: flow == .signUp && accounts.keepsAccounts,
      remembered: flow == .signIn ? memory?.username : nil,
      remembering: memory?.kind ?? .pretended, unkeptAnswers: Set(unkept.map(\.name)),
      isAttended: !unattended)
  }

  /// Creates the driver of a conversation with these settings.
  package func driver(
    _ frontend: any Frontend, _ accounts: any AccountService, in time: any Time,
    tripwire: Tripwire? = nil, memory: (any SignInMemory)? = nil,
    witness: Witness? = nil
  ) -> Driver {
    // A password that occurs in the policy's own words or in the address of the account pages is
    // not a leak when these are shown.
    tripwire?.expect { [policy, catalogue] in
      let pages = [nil, Username("")].compactMap { accounts.page(of: $0) }
      let grounds = policy.grounds.map { catalogue.words(for: $0.message) }
      return (grounds + policy.questions.flatMap(\.texts) + pages).joined(separator: "\n")
    }
    // The same holds for the page of a name that was given openly, if the service derives its
    // address from the name alone.
    if accounts.page(of: Username("")) != nil {
      tripwire?.expect(forAnswer: { answer in
        accounts.page(of: Username(answer.hasPrefix("//") ? String(answer.dropFirst()) : answer))
      })
    }
    let options = options(accounts, memory)
    if let remembered = options.remembered { tripwire?.hear(remembered.text) }
    return Driver(
      conversation: Conversation(
        policy: policy, vocabulary: vocabulary, options: options),
      frontend: frontend, accounts: accounts, timeout: timeout, time: time, tripwire: tripwire,
      memory: memory, witness: witness)
  }
}
