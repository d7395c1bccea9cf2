import Conversation
import Foundation
import Secrets
import Testing

@testable import Transcripts

/// Replays selected transcripts with the real program on a pipe and at a terminal. The conversation
/// must be the same.
@Suite(.serialized, .ownThreads)
struct SameConversationTests {
  static let chosen = [
    "commands/at-review-moving", "commands/at-edit-choice-moving", "failures/retry-by-number",
    "failures/edit-username-then-sign-up", "locale/zh-whole-sign-up", "locale/zh-commands-moving",
    "policies/strict-password-length", "secrets/refused-then-accepted", "taken/at-the-very-end",
    "undo/across-a-restart", "undo/every-step-and-back", "unreachable/then-another-name",
    "unreachable/at-the-sign-up",
  ].map { "transcripts/\($0).chat" }

  @Test(arguments: chosen)
  func `the pipe says what the transcript says`(path: String) throws {
    let text = String(decoding: try Golden.bytes(path), as: UTF8.self)
    #expect(try Program.run(lines: text).output == text)
  }

  /// At a terminal, a choice accepts no input that can't become one of its answers.
  static let typed = chosen.filter { !$0.contains("at-edit-choice-moving") }

  @Test(arguments: typed)
  func `the terminal says what the transcript says`(path: String) throws {
    try Scratch.with { scratch in
      let script = try Script(parsing: try Golden.bytes(path))
      let options = script.settings.map { "--\($0.key) \(Program.quoted($0.value))" }
        .joined(separator: " ")
      let terminal = try TmuxTerminal(
        "exec $BOT --record $HOME/r.chat \(options)", columns: 200, rows: 100, scratch: scratch)
      try type(script, into: terminal)
      try terminal.waitForEnd()
      let recording = try Script(parsing: Array(try scratch.text("r.chat").utf8))
      #expect(comparable(recording) == comparable(script))
      let screen = try terminal.history()
      for line in script.lines {
        guard case .bot(let tone, let words) = line.record, tone != .works else { continue }
        #expect(onScreen(words).allSatisfy(screen.contains), "not on the screen: \(words)")
      }
    }
  }

  /// Types the answers of a transcript, each after its question has appeared.
  private func type(_ script: Script, into terminal: TmuxTerminal) throws {
    let seed = script.settings.first { $0.key == "seed" }.flatMap { UInt64($0.value) }
    let secrets = SecretMaker(seed: try #require(seed))
    var prompt = ""
    for line in script.lines[script.headerCount..<script.conversationEnd] {
      switch line.record {
      case .bot(_, let words): prompt = words
      case .you(let text):
        try terminal.waitForPrompt(onScreen(prompt)[0])
        try terminal.enter(text)
      case .key(let name):
        try terminal.waitForPrompt(onScreen(prompt)[0])
        let secretClass = try #require(script.secrets[name])
        let secret = try #require(secrets.secret(named: name, secretClass, username: nil))
        try terminal.enter(secret.withBytes { String(decoding: $0, as: UTF8.self) })
      case .shebang, .comment, .setting, .secret, .end: break
      }
    }
    guard case .end(let ending)? = script.end?.record, ending.outcome != "signed-up",
      ending.outcome != "quit"
    else { return }
    try terminal.waitForPrompt(onScreen(prompt)[0])
    try terminal.press("C-d")
  }

  /// What a terminal shows instead of some of the bot's words: the default of a yes-or-no question, a
  /// hint instead of the greeting's second sentence, and a table of the answers.
  private func onScreen(_ words: String) -> [String] {
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

  /// The lines of a transcript without its comments, with secrets numbered in their order: a
  /// recording has its own names and classes.
  private func comparable(_ script: Script) -> [String] {
    var names: [String] = []
    return script.lines.compactMap { line in
      switch line.record {
      case .shebang, .comment, .setting, .secret: return nil
      case .bot, .you, .end: return line.text
      case .key(let name):
        if !names.contains(name) { names.append(name) }
        return "key> \(names.firstIndex(of: name) ?? 0)"
      }
    }
  }
}
