import Accounts
import Conversation
import Terminal

/// A verdict at the right of the line being typed, in as many words as there is room for.
struct VerdictLine {
  private struct Item {
    let tone: Style.Tone
    let words: String

    var columns: Int { words.isEmpty ? 1 : 2 + displayWidth(of: words) }
  }

  private static let gap = 2

  /// From the fullest to the shortest; each item has its sign.
  private let wordings: [[Item]]
  private let style: Style

  init(_ verdict: LiveVerdict, _ catalogue: Catalogue, _ style: Style) {
    self.style = style
    func item(_ tone: Style.Tone, _ message: Message) -> Item {
      Item(tone: tone, words: escapingControls(catalogue.words(for: message)))
    }
    func alone(_ tone: Style.Tone) -> [Item] { [Item(tone: tone, words: "")] }
    switch verdict {
    case .nothing: wordings = []
    case .underWay(let message): wordings = [[item(.validating, message)], alone(.validating)]
    case .ok(let message): wordings = [[item(.ok, message)], alone(.ok)]
    case .failed(let messages):
      let items = messages.map { item(.failed, $0) }
      wordings = [items, Array(items.prefix(1)), alone(.failed)]
    case .checklist(let requirements):
      let items = requirements.map { item($0.isMet ? .ok : .failed, $0.words) }
      let unmet = items.filter { $0.tone == .failed }
      wordings = [items, unmet, Array(unmet.prefix(1)), alone(.failed)]
    }
  }

  /// The fullest wording that fits, coloured; "" where not even a sign does.
  func text(columns: Int) -> String {
    let fitting = wordings.first { Self.columns(of: $0) <= columns } ?? []
    return fitting.map { style.mark($0.tone, $0.words) }
      .joined(separator: String(repeating: " ", count: Self.gap))
  }

  private static func columns(of items: [Item]) -> Int {
    items.map(\.columns).reduce(0, +) + gap * max(items.count - 1, 0)
  }
}
