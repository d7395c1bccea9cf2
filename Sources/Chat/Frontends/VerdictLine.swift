import Accounts
import Conversation
import Terminal
import Text

/// The verdict at the right of the line being typed, in the longest wording that fits.
struct VerdictLine {
  private struct Item {
    let tone: Style.Tone
    let words: String

    var columns: Int { words.isEmpty ? 1 : 2 + displayWidth(of: words) }
  }

  private static let gap = 2

  /// From the longest to the shortest. Each item is drawn with its sign.
  private let wordings: [[Item]]
  private let style: Style

  init(_ verdict: LiveVerdict, _ catalogue: Catalogue, _ style: Style) {
    self.style = style
    func item(_ tone: Style.Tone, _ message: Message) -> Item {
      Item(tone: tone, words: escapingControls(catalogue.words(for: message)))
    }
    func brief(_ tone: Style.Tone, _ messages: [Message]) -> [Item] {
      messages.map { item(tone, $0.brief ?? $0) }
    }
    func alone(_ tone: Style.Tone) -> [Item] { [Item(tone: tone, words: "")] }
    switch verdict {
    case .nothing: wordings = []
    case .underWay(let message): wordings = [[item(.validating, message)], alone(.validating)]
    case .ok(let message): wordings = [[item(.ok, message)], alone(.ok)]
    case .failed(let messages):
      let items = messages.map { item(.failed, $0) }
      let first = Array(messages.prefix(1))
      wordings = [
        items, brief(.failed, messages), Array(items.prefix(1)), brief(.failed, first),
        alone(.failed),
      ]
    case .checklist(let requirements):
      let items = requirements.map { item($0.isMet ? .ok : .failed, $0.words) }
      let unmet = requirements.filter { !$0.isMet }.map(\.words)
      let unmetItems = unmet.map { item(.failed, $0) }
      wordings = [
        items, unmetItems, brief(.failed, unmet), Array(unmetItems.prefix(1)),
        brief(.failed, Array(unmet.prefix(1))), alone(.failed),
      ]
    }
  }

  /// Returns the longest wording that fits, in colour, or "" if not even a sign fits.
  ///
  /// - Parameter countdown: Shown before the verdict and never shortened, or `nil` for none.
  func text(columns: Int, after countdown: String? = nil) -> String {
    var wordings = wordings
    if let countdown {
      let item = Item(tone: .validating, words: countdown)
      wordings = (wordings + [[]]).map { [item] + $0 }
    }
    let fitting = wordings.first { Self.columns(of: $0) <= columns } ?? []
    return fitting.map { style.mark($0.tone, $0.words) }
      .joined(separator: String(repeating: " ", count: Self.gap))
  }

  private static func columns(of items: [Item]) -> Int {
    items.map(\.columns).reduce(0, +) + gap * max(items.count - 1, 0)
  }
}

extension Message {
  /// A shorter message with the same meaning, or `nil` if there is none.
  fileprivate var brief: Message? {
    switch key {
    case .usernameNeedsPlainCharacters: Message(.briefPlainCharacters)
    case .usernameNeedsLettersDigitsHyphens: Message(.briefLettersDigitsHyphens)
    case .usernameHyphensInside: Message(.briefHyphensInside)
    case .usernameMarksInside: Message(.briefMarksInside)
    case .needsEither, .needsTogether: Message(key, values.mapValues(Self.briefParts))
    default: nil
    }
  }

  /// The message as a part of another one, too short to be clear on its own.
  private var briefPart: Message {
    switch key {
    case .needsCharacters: Message(.briefCharacters, values)
    case .needsCapital: Message(.briefCapital)
    case .needsLowercase: Message(.briefLowercase)
    case .needsDigit: Message(.briefDigit)
    default: brief ?? self
    }
  }

  fileprivate static func briefParts(_ value: Value) -> Value {
    switch value {
    case .message(let message): .message(message.briefPart)
    case .list(let messages): .list(messages.map(\.briefPart))
    case .text, .count: value
    }
  }
}
