import Accounts
import Conversation
import Terminal
import Text

/// The verdict at the right of the line being typed, in the longest wording that fits.
struct VerdictLine {
  private struct Item {
    let role: Role
    let words: String
    /// Whether the role's sign precedes the words.
    var isMarked = true

    func drawn(_ style: Style) -> String {
      isMarked ? style.mark(role, words) : style.painted(role, words)
    }

    var columns: Int {
      let sign = isMarked ? words.isEmpty ? 1 : 2 : 0
      return sign + displayWidth(of: words)
    }
  }

  private static let gap = 2

  /// In fewer columns, a checklist is only counted, because the names of its rules would come and go as
  /// they fit.
  private static let leastForNames = 28

  /// From the longest to the shortest. Each is for a line with at least this many columns.
  private let wordings: [(least: Int, items: [Item])]
  private let style: Style

  init(_ verdict: LiveVerdict, _ catalogue: Catalogue, _ style: Style) {
    self.style = style
    func words(_ message: Message) -> String { escapingControls(catalogue.words(for: message)) }
    func item(_ role: Role, _ message: Message) -> Item {
      Item(role: role, words: words(message))
    }
    func brief(_ role: Role, _ messages: [Message]) -> [Item] {
      messages.map { item(role, $0.brief ?? $0) }
    }
    func alone(_ role: Role) -> [Item] { [Item(role: role, words: "")] }
    func anywhere(_ wordings: [[Item]]) -> [(least: Int, items: [Item])] {
      wordings.map { (0, $0) }
    }
    switch verdict {
    case .nothing: wordings = []
    case .underWay(let message):
      wordings = anywhere([[item(.working, message)], alone(.working)])
    case .ok(let message): wordings = anywhere([[item(.ok, message)], alone(.ok)])
    case .failed(let messages):
      let first = Array(messages.prefix(1))
      wordings = anywhere([
        messages.map { item(.failed, $0) }, brief(.failed, messages),
        first.map { item(.failed, $0) }, brief(.failed, first), alone(.failed),
      ])
    case .checklist(let requirements):
      func items(_ requirements: [Requirement], _ words: (Message) -> Message) -> [Item] {
        requirements.map { item($0.isMet ? .ok : .failed, words($0.words)) }
      }
      let unmet = requirements.filter { !$0.isMet }
      let names = [
        items(requirements, \.self), items(requirements, \.briefItem),
        items(unmet, \.self), items(unmet, \.briefItem),
      ]
      if requirements.count > 1 {
        let met = requirements.count - unmet.count
        let count = Message(.rulesMet, ["met": .count(met), "all": .count(requirements.count)])
        wordings =
          names.map { (Self.leastForNames, $0) }
          + anywhere([
            [Item(role: .working, words: words(count), isMarked: false)], alone(.failed),
          ])
      } else {
        wordings = anywhere(names + [alone(.failed)])
      }
    }
  }

  /// Returns the longest wording that fits, in colour, or "" if not even a sign fits.
  ///
  /// - Parameter countdown: Shown before the verdict and never shortened, or `nil` for none.
  func text(columns: Int, after countdown: String? = nil) -> String {
    var wordings = wordings
    if let countdown {
      let item = Item(role: .working, words: countdown)
      wordings = (wordings + [(0, [])]).map { ($0.least, [item] + $0.items) }
    }
    let fitting = wordings.first { $0.least <= columns && Self.columns(of: $0.items) <= columns }
    return (fitting?.items ?? []).map { $0.drawn(style) }
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

  /// The message as an item of a checklist, where it is clear what it is about.
  fileprivate var briefItem: Message {
    switch key {
    case .needsCharacters: Message(.briefCharacters, values)
    case .needsUncommon: Message(.briefUncommon)
    default: brief ?? self
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
