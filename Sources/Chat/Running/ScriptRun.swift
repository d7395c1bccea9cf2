import Accounts
import Conversation
import Runtime
import Transcripts

/// A transcript that is ready to be replayed, with its settings.
package final class ScriptRun: Sendable {
  package let script: Script
  package let settings: Settings
  private let outside: SecretMaker.Source
  private let services: Settings.ServiceMaker
  private let memory: @Sendable (Settings) -> (any SignInMemory)?

  /// - Parameters:
  ///   - given: The settings that override the transcript's, from the command line.
  ///   - outside: Resolves secrets from the environment and from files.
  ///   - services: Makes the service that the settings name.
  ///   - memory: Returns the memory of who signed in, or `nil` to only pretend to remember.
  ///   - fallbacks: The settings that the transcript overrides.
  package init(
    _ script: Script, given: RawSettings, in context: Settings.Context,
    outside: @escaping SecretMaker.Source, services: @escaping Settings.ServiceMaker,
    memory: @escaping @Sendable (Settings) -> (any SignInMemory)? = { _ in nil },
    fallbacks: RawSettings
  ) throws(SettingError) {
    var raw = given
    try raw.add(transcript: script.settings)
    raw.add(fallbacks)
    settings = try Settings(raw, in: context)
    try settings.checkScriptReach()
    self.script = script
    self.outside = outside
    self.services = services
    self.memory = memory
  }

  /// The result of a run.
  package struct Result: Equatable, Sendable {
    package let outcome: Outcome
    /// The number of answers after the end of the conversation.
    package let unusedAnswers: Int
    /// The last name given, or `nil` if there was none.
    package let username: Username?
    package let consequence: Consequence
    /// The bot's complaints about the last line.
    package let complaints: [Message]
  }

  /// Writes the lines before the conversation, and returns the conversation.
  ///
  /// - Parameters:
  ///   - time: Runs the service's calls, and measures its latency and deadline.
  ///   - tripwire: Told of the secrets given, or `nil` for none.
  ///   - witness: Told what must not be lost if the program ends, or `nil` for none.
  ///   - checks: Whether the conversation ends at the first turn that differs from the transcript.
  ///   - write: Writes one line.
  package func begin(
    in time: any Time, tripwire: Tripwire? = nil, witness: (any Witness)? = nil,
    checks: Bool = false,
    write: @escaping (OutputLine) throws -> Void
  ) throws -> ScriptConversation {
    let accounts = try services(settings, time.clock)
    let check = checks ? ScriptCheck(script) : nil
    let frontend = ScriptFrontend(
      script: script, header: settings.header(of: script),
      secrets: SecretMaker(seed: settings.world.seed, outside: outside),
      // An answer that the transcript does not have would differ from it.
      catalogue: settings.catalogue, saysYes: settings.yes && check == nil, check: check,
      write: write)
    try frontend.begin()
    let driver = settings.driver(
      frontend, accounts, in: time, tripwire: tripwire, memory: memory(settings),
      witness: witness)
    return ScriptConversation(frontend, driver, answers: script.answers.count, check)
  }
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
    witness: (any Witness)? = nil
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
