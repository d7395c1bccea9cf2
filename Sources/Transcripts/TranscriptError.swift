import Accounts
import Conversation
import Text

/// Why a text is not a valid transcript. The description is for stderr and never quotes text in the
/// place of a secret.
package struct TranscriptError: Error, Equatable, Sendable {
  /// The line number, starting at 1.
  package let line: Int
  package let reason: Reason

  package init(line: Int, _ reason: Reason) {
    self.line = line
    self.reason = reason
  }

  package enum Reason: Error, Equatable, Sendable {
    case notUTF8
    case controlCharacter
    case carriageReturn
    case tooLong
    case unknownSigil
    case conflictMarker
    case missingSpace(String)
    case noVersion
    case lateVersion
    case unknownVersion(String)
    case lateSetting(String)
    case badSetting
    case badSecretName
    case badSecretClass(String)
    case secretNamedTwice(String)
    case literalSecret
    case badEnd
    case unknownOutcome(String)
    case afterEnd
    /// A placeholder has an unknown type, which is the associated value.
    case unknownPlaceholderType(String)
    /// A line has more placeholders than a comparison can handle in reasonable time.
    case tooManyPlaceholders
    /// A placeholder's name is used again in its line, and only a search could find its end.
    case ambiguousPlaceholder(String)
    /// A setting can't be used in a file; the associated value says why.
    case setting(String)
    /// `you>` answers a question for a secret.
    case textAtSecret(String)
    /// `key>` answers an ordinary question.
    case secretAtText(String)
    case secretNotFound(String)
    /// A secret comes from a file or the environment, which the restricted mode forbids.
    case secretOutOfReach(String)
    /// A secret from outside can't be an answer; the associated value says why.
    case secretMalformed(String, MalformedInput)
  }
}

extension TranscriptError.Reason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notUTF8: "the line is not valid UTF-8"
    case .controlCharacter: "the line holds a control character"
    case .carriageReturn: "the line ends in CR LF; a transcript's lines end in LF alone"
    case .tooLong: "the line is longer than 64 KiB"
    case .unknownSigil:
      "a line begins with one of #, @, bot>, bot~, bot+, bot!, you>, key>, end>"
    case .conflictMarker:
      "a merge conflict is not resolved here; keep one side of it and remove its markers"
    case .missingSpace(let sigil): "one space stands between \(sigil) and its text"
    case .noVersion:
      "a transcript's first line is \"#!…\" or \"@ transcript 1\", which comes before all else"
    case .lateVersion: "\"@ transcript 1\" comes before all other settings"
    case .unknownVersion(let version):
      "version \(shortened(version)) is not known; this program reads 1"
    case .lateSetting(let key):
      "the setting \(shortened(key)) stands after the conversation began; settings come first"
    case .badSetting: "a setting is written \"@ key value\""
    case .badSecretName:
      "a secret is named \"@ secret NAME CLASS\", the name of letters, digits, - and _"
    case .badSecretClass(let name):
      "the class of \(shortened(name)) is none of strong, lower:N, upper:N, digit:N, mixed:N, words:N,"
        + " unicode:N, common, username, like:TEXT, env:VAR, file:PATH"
    case .secretNamedTwice(let name): "\(shortened(name)) has a class already"
    case .literalSecret:
      "\"key>\" takes the name of a secret that \"@ secret NAME CLASS\" has named before,"
        + " never a secret itself"
    case .badEnd: "the last line is written \"end> outcome exit=N …\""
    case .unknownOutcome(let name):
      "\(shortened(name)) is not an outcome" + Self.hint(name, Outcome.names)
    case .unknownPlaceholderType(let name):
      "\(shortened(name)) is not a placeholder's type"
        + Self.hint(name, Placeholder.Kind.allCases.map(\.rawValue))
    case .afterEnd: "only comments may follow \"end>\""
    case .tooManyPlaceholders:
      "a line may have \(Placeholder.mostInLine) placeholders at most"
    case .ambiguousPlaceholder(let name):
      "{{\(shortened(name)):…}} is used twice in this line, so its end must be plain:"
        + " put a space after it and after each placeholder before it"
    case .setting(let why): why
    case .textAtSecret(let question):
      "\"you>\" can't answer the secret question \(question); \"key>\" does, or an exact command"
    case .secretAtText(let question):
      "\"key>\" can't answer the question \"\(question)\", which is no secret; \"you>\" does"
    case .secretMalformed(let name, let why):
      "the secret \(shortened(name)) can't be an answer (\(why.rawValue))"
    case .secretNotFound(let name):
      "the secret \(shortened(name)) can't be found where its class says"
    case .secretOutOfReach(let name):
      "the secret \(shortened(name)) is to come from a file or the environment, which the restricted mode forbids"
    }
  }

  private static func hint(_ word: String, _ known: [String]) -> String {
    nearest(to: word, among: known).map { "; did you mean \($0)?" } ?? ""
  }
}
