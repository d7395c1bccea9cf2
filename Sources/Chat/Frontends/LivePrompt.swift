import Accounts
import Conversation
import Secrets
import Terminal

/// Puts the verdicts on what is being typed into words, for the right end of a terminal's line.
struct LivePrompt {
  private let live: LiveTalk
  private let catalogue: Catalogue
  private let style: Style

  /// Nil where nobody watches the typing.
  init?(_ live: LiveTalk?, _ catalogue: Catalogue, _ style: Style) {
    guard let live else { return nil }
    self.live = live
    self.catalogue = catalogue
    self.style = style
  }

  var onUsername: @Sendable (Typed<String>, Int) -> String {
    { [self] typed, columns in
      switch typed {
      case .answer(let text): words(for: live.verdict(onUsername: text), columns)
      case .malformed(let why): withoutAnswer(why, columns)
      }
    }
  }

  func onSecret(for field: Field) -> @Sendable (Typed<SecretBuffer>, Int) -> String {
    { [self] typed, columns in
      switch typed {
      case .answer(let secret): words(for: live.verdict(onSecret: secret, for: field), columns)
      case .malformed(let why): words(for: .failed([Message(why.message)]), columns)
      }
    }
  }

  /// What was a name a key ago is none now: its check is given up.
  private func withoutAnswer(_ why: Malformed, _ columns: Int) -> String {
    _ = live.verdict(onUsername: "")
    return words(for: .failed([Message(why.message)]), columns)
  }

  private func words(for verdict: LiveVerdict, _ columns: Int) -> String {
    VerdictLine(verdict, catalogue, style).text(columns: columns)
  }
}

extension Malformed {
  /// The words for it.
  var message: MessageKey {
    switch self {
    case .invalidUTF8: .invalidUTF8
    case .nul: .nulByte
    case .controlCharacter: .controlCharacter
    case .tooLong: .lineTooLong
    }
  }
}
