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
        items(unmet, \.self), items(unmet, \.briefItem), items(unmet, \.briefestItem),
      ]
      if requirements.count > 1 {
        let met = requirements.count - unmet.count
        let count = Message(
          .rulesMet,
          [
            "met": .count(met), "all": .count(requirements.count),
            "sign": .text(style.sign(of: .ok)),
          ])
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
