import Accounts
import Terminal
import Transcripts

/// The program that conducts conversations: everything that they take from its environment, its
/// files and the machine, apart from the command line.
package protocol Host: Sendable {
  /// Reads the settings that the command line and a transcript override.
  func fallbacks() throws(SettingError) -> RawSettings

  /// Everything that affects how settings are read, apart from the settings themselves.
  var forSettings: Settings.Context { get }

  /// Returns the style of a conversation at a terminal, with the English words.
  func style(_ settings: Settings) -> Style

  /// Resolves the secrets that a transcript takes from the environment and from files.
  var secrets: SecretMaker.Source { get }

  /// Returns the service that the settings name.
  func service(_ settings: Settings, _ clock: any Clock<Duration>) throws -> any AccountService

  /// Returns what remembers who signed in.
  ///
  /// - Parameter offersUsername: Whether to offer the remembered username as the answer.
  func memory(_ settings: Settings, offersUsername: Bool) -> any SignInMemory

  /// Returns what to say of a transcript that was compared with its conversation.
  ///
  /// - Parameters:
  ///   - name: The name of the input in messages.
  ///   - difference: `nil` if it agrees.
  func comparison(
    of script: Script, named name: String, _ difference: Difference?
  ) -> Comparison

  /// Throws an error if a setting names a file that the conversation also writes for another
  /// purpose. It must be called before anything is created.
  func checkFiles(_ settings: Settings) throws(SettingError)

  func isTerminal(_ descriptor: Int32) -> Bool

  /// Opens a page in another program. Returns whether that succeeded.
  func open(_ page: String) -> Bool

  /// Whether the user is a stranger, to whom nothing of the machine may be given. Reading the
  /// fallbacks may make it `true`.
  var isRestricted: Bool { get }
}

/// The result of comparing a transcript with its conversation.
package struct Comparison: Sendable {
  /// Whether the result is the one that the transcript's settings announce.
  package let isExpected: Bool
  /// What stderr says of it, or `nil` if there is nothing to say.
  package let headline: String?
  /// Further lines, which are safe to show.
  package let details: [String]

  package init(isExpected: Bool, headline: String?, details: [String]) {
    (self.isExpected, self.headline, self.details) = (isExpected, headline, details)
  }
}

extension Host {
  /// Reads the settings of a conversation without a transcript.
  ///
  /// - Parameter given: The settings of the command line.
  package func settings(_ given: RawSettings) throws(SettingError) -> Settings {
    var raw = given
    raw.add(try fallbacks())
    return try Settings(raw, in: forSettings)
  }
}
