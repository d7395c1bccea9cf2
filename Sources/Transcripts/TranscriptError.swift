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
    /// The secret's name, and the known class nearest to the given one; `nil` if none is near. The
    /// given one is not stored, because it may be a secret.
    case badSecretClass(String, nearest: String?)
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
    case .controlCharacter: "the line contains a control character"
    case .carriageReturn: "the line ends with CR LF; the lines of a transcript end with LF"
    case .tooLong: "the line is longer than 64 KiB"
    case .unknownSigil:
      "a line must begin with #, @, bot>, bot~, bot+, bot!, you>, key> or end>"
    case .conflictMarker:
      "unresolved merge conflict; keep one side and remove the markers"
    case .missingSpace(let sigil): "there must be one space between \(sigil) and the text"
    case .noVersion:
      "the first line of a transcript must be \"#!…\" or \"@ transcript 1\""
    case .lateVersion: "\"@ transcript 1\" must come before all other settings"
    case .unknownVersion(let version):
      "version \(shortened(version)) is not supported; this program reads version 1"
    case .lateSetting(let key):
      "the setting \(shortened(key)) must come before the conversation"
    case .badSetting: "a setting must have the form \"@ key value\""
    case .badSecretName:
      "a secret must have the form \"@ secret NAME CLASS\"; a name consists of letters, digits, - and _"
    case .badSecretClass(let name, let hint):
      "the class of \(shortened(name)) is unknown; use strong, lower:N, upper:N, digit:N, mixed:N, words:N,"
        + " unicode:N, common, username, like:TEXT, env:VAR or file:PATH"
        + (hint.map { "; did you mean \($0)?" } ?? "")
    case .secretNamedTwice(let name): "\(shortened(name)) already has a class"
    case .literalSecret:
      "\"key>\" must be followed by the name of a secret from an earlier \"@ secret NAME CLASS\","
        + " never by the secret itself"
    case .badEnd: "the last line must have the form \"end> outcome exit=N …\""
    case .unknownOutcome(let name):
      "\(shortened(name)) is not an outcome" + suggestion(for: name, among: Outcome.names)
    case .unknownPlaceholderType(let name):
      "\(shortened(name)) is not a type of placeholder"
        + suggestion(for: name, among: Placeholder.Kind.allCases.map(\.rawValue))
    case .afterEnd: "only comments may follow \"end>\""
    case .tooManyPlaceholders:
      "a line may contain at most \(Placeholder.mostInLine) placeholders"
    case .ambiguousPlaceholder(let name):
      "{{\(shortened(name)):…}} is used twice in this line, so its end must be unambiguous:"
        + " put a space after it and after each placeholder before it"
    case .setting(let why): why
    case .textAtSecret(let question):
      "\"you>\" can't answer the secret question \(question); use \"key>\" or an exact command"
    case .secretAtText(let question):
      "\"key>\" can't answer the question \"\(question)\", which asks for no secret; use \"you>\""
    case .secretMalformed(let name, let why):
      "the secret \(shortened(name)) can't be an answer (\(why.rawValue))"
    case .secretNotFound(let name):
      "the secret \(shortened(name)) is not available from the source that its class names"
    case .secretOutOfReach(let name):
      "the secret \(shortened(name)) comes from a file or the environment, which the restricted mode forbids"
    }
  }
}
