import Accounts
import Conversation
import Secrets
import Terminal

/// Words the verdicts on what is being typed, for the right end of a terminal's line.
final class LivePrompt {
  private let live: LiveTalk
  private let catalogue: Catalogue
  private let style: Style
  private let countdown: Countdown?
  /// The last verdict and its wording, cached because most keys don't change it.
  private var last: (verdict: LiveVerdict, line: VerdictLine)?

  init(_ live: LiveTalk, _ catalogue: Catalogue, _ style: Style, _ countdown: Countdown?) {
    self.live = live
    self.catalogue = catalogue
    self.countdown = countdown
    self.style = style
  }

  /// A verdict must not remain visible next to a different username. That a check is in progress
  /// may: it is true of both names.
  var onUsername: (Typed<String>, Int) -> LiveText {
    { [self] typed, columns in
      let verdict = verdict(on: typed)
      return switch verdict {
      case .nothing, .underWay: LiveText(words(for: verdict, columns), mayOutlast: true)
      case .ok, .failed, .checklist: LiveText(words(for: verdict, columns), mayOutlast: false)
      }
    }
  }

  /// A verdict on a secret may lag behind a key's echo: it says nothing about another user's
  /// account.
  func onSecret(for field: Field) -> (Typed<SecretBuffer>, Int) -> LiveText {
    { [self] typed, columns in
      let verdict: LiveVerdict =
        switch typed {
        case .answer(let secret): live.verdict(onSecret: secret, for: field)
        case .malformed(let why): .failed([Message(why.message)])
        }
      return besideCountdown(verdict, columns)
    }
  }

  /// The text next to a question that accepts only certain answers, or `nil` if there is none.
  var onChoice: ((Typed<String>, Int) -> LiveText)? {
    if countdown == nil { return nil }
    return { [self] _, columns in besideCountdown(.nothing, columns) }
  }

  private func besideCountdown(_ verdict: LiveVerdict, _ columns: Int) -> LiveText {
    let moment = countdown?.moment
    return LiveText(
      words(for: verdict, columns, after: moment?.words), mayOutlast: true, lasts: moment?.lasts)
  }

  private func verdict(on typed: Typed<String>) -> LiveVerdict {
    switch typed {
    case .answer(let text): return live.verdict(onUsername: text)
    case .malformed(let why):
      // The line is no longer a valid name, so cancel the check of the previous one.
      _ = live.verdict(onUsername: "")
      return .failed([Message(why.message)])
    }
  }

  private func words(
    for verdict: LiveVerdict, _ columns: Int, after countdown: String? = nil
  ) -> String {
    if let last, last.verdict == verdict {
      return last.line.text(columns: columns, after: countdown)
    }
    let line = VerdictLine(verdict, catalogue, style)
    last = (verdict, line)
    return line.text(columns: columns, after: countdown)
  }
}

extension Malformed {
  var message: MessageKey {
    switch self {
    case .invalidUTF8: .invalidUTF8
    case .nul: .nulByte
    case .controlCharacter: .controlCharacter
    case .tooLong: .lineTooLong
    }
  }
}
