import Accounts
import Conversation
import Terminal
import Testing

@testable import Chat

/// A verdict to the right of the line is shortened if there is too little room.
struct VerdictLineTests {
  private static let signs = Style(color: .never, term: "xterm", isTerminal: true)
  private static let strict: LiveVerdict = .checklist([
    Requirement(Message(.needsCharacters, ["limit": .count(15)]), isMet: true),
    Requirement(Message(.needsUncommon), isMet: false),
    Requirement(Message(.needsUnlikeUsername), isMet: true),
  ])

  private func line(
    _ verdict: LiveVerdict, _ columns: Int, _ catalogue: Catalogue = .english,
    _ style: Style = signs
  ) -> String {
    VerdictLine(verdict, catalogue, style).text(columns: columns)
  }

  @Test(arguments: [
    (80, "✓ 15 characters  ✗ not a common password  ✓ unlike the username"),
    (63, "✓ 15 characters  ✗ not a common password  ✓ unlike the username"),
    (62, "✓ 15+ characters  ✗ not common  ✓ unlike the username"),
    (53, "✓ 15+ characters  ✗ not common  ✓ unlike the username"),
    (52, "✗ not a common password"), (28, "✗ not a common password"), (27, "2 of 3 ✓"),
    (8, "2 of 3 ✓"), (7, "✗"), (1, "✗"), (0, ""),
  ])
  func `a checklist is shortened to the unmet rules, to a count, to a sign, and to nothing`(
    columns: Int, words: String
  ) {
    #expect(line(Self.strict, columns) == words)
  }

  @Test(arguments: [
    (60, "✓ 15 个字符  ✗ 不是常见密码  ✓ 与用户名不相似"), (28, "✗ 不是常见密码"), (27, "2/3 ✓"),
    (5, "2/3 ✓"), (4, "✗"),
  ])
  func `the length of Chinese words is counted in columns`(columns: Int, words: String) {
    #expect(line(Self.strict, columns, .simplifiedChinese) == words)
  }

  @Test func `several unmet rules are shortened to a count`() {
    let both: LiveVerdict = .checklist([
      Requirement(Message(.needsCharacters, ["limit": .count(6)]), isMet: false),
      Requirement(Message(.needsCapital), isMet: false),
    ])
    #expect(line(both, 40) == "✗ 6 characters  ✗ a capital letter")
    #expect(line(both, 33) == "0 of 2 ✓")
    #expect(line(both, 20) == "0 of 2 ✓")
  }

  private static let github: LiveVerdict = .checklist([
    Requirement(
      Message(
        .needsEither,
        [
          "first": .message(Message(.needsCharacters, ["limit": .count(15)])),
          "second": .message(
            Message(
              .needsTogether,
              [
                "first": .message(Message(.needsCharacters, ["limit": .count(8)])),
                "rest": .list([Message(.needsDigit), Message(.needsLowercase)]),
              ])),
        ]), isMet: false)
  ])

  @Test(arguments: [
    (69, "✗ 15 characters, or 8 characters with a digit and a lower-case letter"),
    (68, "✗ 15+ characters, or 8+ characters with 0-9 and a-z"),
    (51, "✗ 15+ characters, or 8+ characters with 0-9 and a-z"), (50, "✗ 15+ characters"),
    (16, "✗ 15+ characters"), (15, "✗"),
  ])
  func `the rules of github are shortened to the first of them`(columns: Int, words: String) {
    #expect(line(Self.github, columns) == words)
  }

  @Test func `the count has the sign that the console of Linux can show`() {
    let style = Style(color: .never, term: "linux", isTerminal: true)
    #expect(line(Self.strict, 27, .english, style) == "2 of 3 √")
  }

  @Test func `the rules of github have a brief form in Chinese, too`() {
    #expect(line(Self.github, 80, .simplifiedChinese) == "✗ 15 个字符，或 8 个字符并含一个数字和一个小写字母")
    #expect(line(Self.github, 45, .simplifiedChinese) == "✗ 15+ 个字符，或 8+ 个字符并含0-9和a-z")
  }

  @Test(
    arguments: [
      (.usernameNeedsPlainCharacters, "✗ only A-Z a-z 0-9 - _ ."),
      (.usernameNeedsLettersDigitsHyphens, "✗ only A-Z a-z 0-9 -"),
      (.usernameHyphensInside, "✗ single hyphens, only inside"),
      (.usernameMarksInside, "✗ single - _ . only inside"),
    ] as [(MessageKey, String)])
  func `a long refusal of a username has a brief form`(key: MessageKey, words: String) {
    #expect(line(.failed([Message(key)]), 40) == words)
    #expect(
      line(.failed([Message(key)]), 100) == "✗ " + Catalogue.english.words(for: Message(key)))
  }

  @Test func `each verdict has its sign, and its words if they fit`() {
    let taken: LiveVerdict = .failed([Message(.usernameTaken)])
    #expect(line(taken, 24) == "✗ Username already taken")
    #expect(line(taken, 23) == "✗")
    #expect(line(.ok(Message(.usernameAvailable)), 80) == "✓ Username available")
    #expect(line(.underWay(Message(.validating)), 80) == "… validating ...")
    #expect(line(.nothing, 80) == "")
  }

  @Test func `colour accompanies the sign and never replaces it`() {
    let coloured = Style(color: .always, term: "xterm", isTerminal: true)
    #expect(
      line(.failed([Message(.differs)]), 80, .english, coloured) == "\u{1B}[31m✗ differs\u{1B}[0m")
    #expect(line(.ok(Message(.differs)), 1, .english, coloured) == "\u{1B}[32m✓\u{1B}[0m")
    #expect(
      line(.underWay(Message(.sameSoFar)), 80, .english, coloured)
        == "\u{1B}[90m… same so far\u{1B}[0m")
  }

  @Test func `F16 control characters in a policy's own words are escaped`() {
    let own = Message(.custom, texts: ["en": "no\u{1B}[31m"])
    #expect(!line(.failed([own]), 80).contains("\u{1B}"))
  }
}
