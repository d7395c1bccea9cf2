import Foundation
import Synchronization
import Testing

/// One long conversation on every kind of terminal, in every locale, wide and narrow. It must be
/// the same everywhere.
@Suite(.ownThreads)
struct WholeConversationTests {
  struct Place: CustomStringConvertible, Sendable {
    /// The value of `TERM`, or `nil` if it is unset.
    let term: String?
    let columns: Int
    let locale: String

    var isPlain: Bool { term == nil || term == "dumb" }
    var isChinese: Bool { locale.hasPrefix("zh") }
    var signs: (ok: String, failed: String) { WholeConversationTests.signs(term) }
    var description: String { "TERM=\(term ?? "unset") \(columns) columns \(locale)" }
  }

  /// The signs of verdicts. The console of Linux has no ✓ and ✗.
  private static func signs(_ term: String?) -> (ok: String, failed: String) {
    term == "linux" ? ("√", "×") : ("✓", "✗")
  }

  /// The locales en_US and zh_CN need not be installed: the language comes from their names, and
  /// the character set from C.UTF-8.
  static let places = ["xterm-256color", "screen", "linux", "vt100", "dumb", nil].flatMap { term in
    [80, 20].flatMap { columns in
      ["C", "C.UTF-8", "en_US.UTF-8", "zh_CN.UTF-8"].map { locale in
        Place(term: term, columns: columns, locale: locale)
      }
    }
  }

  /// The prompts and answers in one language: a taken name, an unknown command, steps back, and the
  /// same answers again.
  struct Talk {
    /// Each prompt to wait for, and its answer.
    let turns: [(prompt: String, answer: String)]
    let secretPrompts: [String]
    /// Text that occurs only at the end of the last line.
    let lastWords: String
    /// The words before a refusal and before an acceptance on a plain terminal.
    let plainWords: (error: String, ok: String)

    /// How a question asks for a yes or a no on a plain terminal and in a transcript.
    let plainYesOrNo: String

    func plain(_ prompt: String) -> String {
      prompt.replacingOccurrences(of: " (Y/n)", with: plainYesOrNo)
    }

    static let english = Talk(
      turns: [
        ("Username?", "octocat"), ("Username?", "/hlep"), ("Username?", "章鱼狗é"),
        ("Password?", "abc"), ("Password?", "Sécret一二"), ("Password again?", "Sécret二一"),
        ("Password again?", "/back"), ("Password? (an empty line keeps it)", ""),
        ("Password again?", "Sécret一二"), ("Sign up as 章鱼狗é? (Y/n)", "/undo"),
        ("Password again?", "/redo"), ("Sign up as 章鱼狗é? (Y/n)", "/review"),
        ("Sign up as 章鱼狗é? (Y/n)", "yes"),
      ],
      secretPrompts: ["Password"],
      lastWords: "%C3%A9", plainWords: ("Error: ", "OK: "), plainYesOrNo: " (yes/no)")

    static let chinese = Talk(
      turns: [
        ("用户名\u{FF1F}", "octocat"), ("用户名\u{FF1F}", "/hlep"), ("用户名\u{FF1F}", "章鱼狗é"),
        ("密码\u{FF1F}", "abc"), ("密码\u{FF1F}", "Sécret一二"), ("再次输入密码\u{FF1F}", "Sécret二一"),
        ("再次输入密码\u{FF1F}", "/返回"), ("密码\u{FF1F}\u{FF08}空行保留原来的\u{FF09}", ""),
        ("再次输入密码\u{FF1F}", "Sécret一二"),
        ("以 章鱼狗é 注册\u{FF1F} (Y/n)", "/撤销"), ("再次输入密码\u{FF1F}", "/重做"),
        ("以 章鱼狗é 注册\u{FF1F} (Y/n)", "/查看"),
        ("以 章鱼狗é 注册\u{FF1F} (Y/n)", "是"),
      ],
      secretPrompts: ["密码", "再次输入密码"],
      lastWords: "%C3%A9", plainWords: ("错误\u{FF1A}", "成功\u{FF1A}"),
      plainYesOrNo: "\u{FF08}是/否\u{FF09}")
  }

  static let options = "--mock-latency 0s --mock-failures 0/1 --mock-taken octocat --seed 1"

  @Test(arguments: places)
  func `a complete conversation is the same everywhere`(place: Place) throws {
    let talk = place.isChinese ? Talk.chinese : .english
    let terminal = try TestTerminal(
      "exec $BOT --record $HOME/r.chat " + Self.options,
      columns: place.columns, term: place.term,
      environment: ["LANG": place.locale, "LC_ALL": place.locale])
    for (prompt, answer) in talk.turns {
      let prompt = place.isPlain ? talk.plain(prompt) : prompt
      try terminal.waitForLine(prompt)
      terminal.type(answer)
      let isSecret = talk.secretPrompts.contains { prompt.hasPrefix($0) }
      let dots = String(repeating: place.isPlain ? "*" : "•", count: answer.count)
      try terminal.waitForLine(prompt + (isSecret ? dots : answer))
      terminal.enter("")
    }
    try terminal.waitForText(talk.lastWords)
    try terminal.expectRestored(after: .exited(0))
    let recording = try terminal.scratch.text("r.chat")
    let first = Self.recordings.withLock { recordings in
      recordings[place.isChinese, default: recording] = recordings[place.isChinese] ?? recording
      return recordings[place.isChinese]
    }
    #expect(recording == first)
    #expect(try Program.run(lines: recording).output == recording)
    try expectOnScreen(recording, terminal, place, talk)
  }

  /// Expects every line of the conversation on the screen, in order, and no secret.
  private func expectOnScreen(
    _ recording: String, _ terminal: TestTerminal, _ place: Place, _ talk: Talk
  ) throws {
    var rest = try terminal.story()[...]
    let signs: (error: String, ok: String) =
      place.isPlain ? talk.plainWords : (place.signs.failed + " ", place.signs.ok + " ")
    for line in recording.split(separator: "\n") {
      let words = String(line.dropFirst(5))
      let parts: [String] =
        switch line.prefix(4) {
        // At a secret question even a command is drawn as dots.
        case "you>" where words.hasPrefix("/"): []
        case "you>": [words]
        case "bot>": place.isPlain ? [words] : onScreen(words)
        case "bot!": [signs.error + words]
        case "bot+": [signs.ok + words]
        case "key>": [place.isPlain ? "***" : "•••"]
        default: []
        }
      for part in parts where !part.isEmpty {
        let found = try #require(rest.range(of: squeezed(part)), "not on the screen: \(line)")
        rest = rest[found.upperBound...]
      }
    }
    #expect(!terminal.bytes.contains("ret一二") && !terminal.bytes.contains("ret二一"))
    #expect(place.isPlain != terminal.bytes.contains("\u{1B}"))
  }

  /// The first recording in each language, by whether it is Chinese. All others must equal it.
  private static let recordings = Mutex<[Bool: String]>([:])

  @Test(arguments: ["xterm-256color", "screen", "linux", "vt100"])
  func `verdicts and accepted answers are coloured, and what is being typed is not`(
    term: String
  ) throws {
    // The model has bold and no colours.
    let hasColours = term != "vt100"
    let signs = Self.signs(term)
    let terminal = try TestTerminal("exec $BOT " + Self.options, term: term)
    try terminal.waitForLine("Username?")
    terminal.enter("octocat")
    try terminal.waitForLine("\(signs.failed) Username already taken Username?")
    #expect(
      try terminal.colours(of: "\(signs.failed) Username already taken") == [
        hasColours ? "31" : ""
      ])
    #expect(try terminal.colours(of: "octocat") == [""])
    terminal.enter("章鱼狗")
    try terminal.waitForLine("Password?")
    #expect(
      try terminal.colours(of: "\(signs.ok) Username available") == [hasColours ? "32" : ""])
    #expect(try terminal.colours(of: "章鱼狗") == [hasColours ? "36" : ""])
    #expect(terminal.bytes.contains("\u{1B}[1mUsername?\u{1B}[0m"))
    terminal.type("Secret12")
    try terminal.waitForLine("Password? ••••••••")
    #expect(try terminal.colours(of: "Password? ••••••••") == [""])
  }

  @Test func `work under way is grey`() throws {
    let terminal = try Moment.check.reach()
    #expect(try terminal.colours(of: "validating ...") == ["90"])
  }
}

/// What a terminal shows instead of some of the bot's words: the default of a yes-or-no question, a
/// hint instead of the greeting's second sentence, and a table of the answers.
func onScreen(_ words: String) -> [String] {
  for (yesOrNo, marked) in [(" (yes/no)", " (Y/n)"), ("\u{FF08}是/否\u{FF09}", " (Y/n)")]
  where words.hasSuffix(yesOrNo) {
    return [words.dropLast(yesOrNo.count) + marked]
  }
  if words.contains("/help to see") || words.contains("输入 /帮助") {
    return [String(words.prefix { !"!\u{FF01}".contains($0) })]
  }
  for unanswered in [": not answered yet", "\u{FF1A}尚未回答"] where words.hasSuffix(unanswered) {
    return [String(words.dropLast(unanswered.count)), "–"]
  }
  for (colon, bracket) in [(": ", " ("), ("\u{FF1A}", "\u{FF08}")] {
    let answer = words.components(separatedBy: colon)
    guard answer.count == 2, answer[1].hasSuffix(")") || answer[1].hasSuffix("\u{FF09}"),
      let value = answer[1].components(separatedBy: bracket).first
    else { continue }
    return [answer[0], value]
  }
  return [words]
}
