import Accounts
import Conversation
import Terminal
import Text

/// What the bot has said, as the lines that a terminal shows.
struct SaidText {
  let catalogue: Catalogue
  let style: Style
  /// The terminal's width.
  let columns: Int

  /// Returns the verdict with its sign, for one line.
  func verdict(_ utterance: Utterance) -> String {
    style.mark(utterance.tone.role ?? .ok, words(utterance.message))
  }

  /// Returns the text of utterances, each line with its newline.
  ///
  /// - Parameter rows: The answers, which replace what is said about each of them.
  func lines(_ said: [Utterance], _ rows: [ReviewRow]) -> String {
    var lines: [String] = []
    var hasTable = false
    for (index, utterance) in said.enumerated() {
      let next = said.dropFirst(index + 1).first
      if utterance.message.key.isOfReview {
        if !hasTable { lines += ReviewTable(rows, catalogue, style).lines(columns: columns) }
        hasTable = true
      } else if utterance.message.key != .accountCreated || next?.message.key.isSuccess != true {
        lines.append(line(utterance))
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func line(_ utterance: Utterance) -> String {
    let message = utterance.message
    if message.key == .hello { return line(.heading, Message(.welcome)) }
    if message.key == .helloSignIn { return line(.heading, Message(.welcomeSignIn)) }
    return line(message.key.isSuccess ? .ok : utterance.tone.role, message)
  }

  /// Returns a message, wrapped between words, with its link as a hyperlink.
  private func line(_ role: Role?, _ message: Message) -> String {
    func painted(_ text: some StringProtocol) -> String {
      role.map { style.painted($0, String(text)) } ?? String(text)
    }
    let text = role.map { style.marked($0, words(message)) } ?? words(message)
    let wrapped = folded(text, columns: columns)
    guard let address = message.link.map(escapingControls), !address.isEmpty,
      let place = wrapped.firstRange(of: address)
    else { return painted(wrapped) }
    return painted(wrapped[..<place.lowerBound]) + style.link(address)
      + painted(wrapped[place.upperBound...])
  }

  private func words(_ message: Message) -> String {
    escapingControls(catalogue.words(for: message))
  }
}

extension Tone {
  /// `nil` for ordinary text.
  fileprivate var role: Role? {
    switch self {
    case .says: nil
    case .works: .working
    case .accepts: .ok
    case .refuses: .failed
    }
  }
}

extension Message {
  /// The address in a message, or `nil` if it has none.
  fileprivate var link: String? {
    guard case .text(let address)? = values["page"] ?? values["link"] else { return nil }
    return address
  }
}

extension MessageKey {
  /// Whether the message is about one answer in a review.
  var isOfReview: Bool {
    [.reviewAnswer, .reviewUnjudged, .reviewUnanswered].contains(self)
  }

  /// Whether the message says in a sentence what the user has achieved.
  fileprivate var isSuccess: Bool {
    [
      .signedUpWithPage, .signedUpWithoutPage, .signedInAs, .remembered, .nameRemembered,
      .mockRemembered,
    ].contains(self)
  }
}
