import Accounts
import Conversation
import Secrets
import Terminal
import Text

/// Words the verdicts on what is being typed, for the right end of a terminal's line.
final class LivePrompt {
  private let live: LiveTalk
  private let catalogue: Catalogue
  private let style: Style
  private let countdown: Countdown?
  private let hints: [String]
  /// The last verdict and its wording, cached because most keys don't change it.
  private var last: (verdict: LiveVerdict, line: VerdictLine)?

  /// - Parameter hints: The wordings of what to show before anything is typed, from the longest to the
  ///   shortest.
  init(
    _ live: LiveTalk, _ catalogue: Catalogue, _ style: Style, _ countdown: Countdown?,
    hints: [String]
  ) {
    self.hints = hints
    self.live = live
    self.catalogue = catalogue
    self.countdown = countdown
    self.style = style
  }

  /// A verdict must not remain visible next to a different answer. That a check is in progress may:
  /// it is true of both names.
  func onText(for field: Field) -> (Typed<String>, Int) -> LiveText {
    { [self] typed, columns in
      let verdict = verdict(on: typed, for: field)
      if case .answer("") = typed, let suggestion = suggestion(columns) { return suggestion }
      if case .answer("") = typed, let hint = hint(columns) { return hint }
      return switch verdict {
      case .nothing, .underWay: LiveText(words(for: verdict, columns), mayOutlast: true)
      case .ok, .failed, .checklist: LiveText(words(for: verdict, columns), mayOutlast: false)
      }
    }
  }

  /// Free names on an empty line after a name was reported as taken, as many as fit; `nil` if there
  /// are none.
  private func suggestion(_ columns: Int) -> LiveText? {
    let names = live.suggestedNames().map(\.text)
    guard let first = names.first else { return nil }
    func words(_ key: MessageKey, _ count: Int) -> String {
      let list = names.prefix(count).joined(separator: catalogue.separator)
      return catalogue.words(for: Message(key, ["names": .text(list)]))
    }
    let counts = (1...names.count).reversed()
    let wordings = counts.map { words(.freeNames, $0) } + counts.map { words(.briefFreeNames, $0) }
    return wordings.first { displayWidth(of: $0) <= columns }.map {
      LiveText(
        style.painted(.hint, $0), mayOutlast: true, completion: live.current.line(giving: first))
    }
  }

  /// A verdict on a secret may lag behind a key's echo: it says nothing about another user's
  /// account.
  func onSecret(for field: Field) -> (Typed<SecretBuffer>, Int) -> LiveText {
    { [self] typed, columns in
      if case .answer(let secret) = typed, secret.isEmpty, countdown?.moment == nil,
        let hint = hint(columns)
      {
        return hint
      }
      let verdict: LiveVerdict =
        switch typed {
        case .answer(let secret): live.verdict(onSecret: secret, for: field)
        case .malformed(let why): .failed([Message(why.message)])
        }
      return withCountdown(verdict, columns)
    }
  }

  /// The text next to a question that accepts only certain answers, or `nil` if there is none.
  var onChoice: ((Typed<String>, Int) -> LiveText)? {
    if countdown == nil { return nil }
    return { [self] _, columns in withCountdown(.nothing, columns) }
  }

  /// The longest hint that fits, or `nil` if none does. It disappears after the first key's echo, which
  /// it would only delay: a hint is true of any answer.
  private func hint(_ columns: Int) -> LiveText? {
    hints.first { displayWidth(of: $0) <= columns }
      .map { LiveText(style.painted(.hint, $0), mayOutlast: true) }
  }

  private func withCountdown(_ verdict: LiveVerdict, _ columns: Int) -> LiveText {
    let moment = countdown?.moment
    return LiveText(
      words(for: verdict, columns, after: moment?.words), mayOutlast: true, lasts: moment?.lasts)
  }

  private func verdict(on typed: Typed<String>, for field: Field) -> LiveVerdict {
    switch typed {
    case .answer(let text): return live.verdict(on: text, for: field)
    case .malformed(let why):
      // The line is no longer a valid name, so cancel the check of the previous one.
      _ = live.verdict(on: "", for: field)
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
