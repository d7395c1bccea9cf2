import Conversation
import Foundation
import Secrets
import Testing

@testable import Transcripts

/// Types the answers of selected transcripts at a terminal. The conversation must be the same as on a
/// pipe, on which other tests replay all transcripts.
@Suite(.ownThreads)
struct SameConversationTests {
  static let chosen = [
    "commands/at-review-moving", "failures/retry-by-number", "failures/edit-username-then-sign-up",
    "locale/zh-whole-sign-up", "locale/zh-commands-moving",
    "policies/strict-password-length", "secrets/refused-then-accepted", "taken/at-the-very-end",
    "undo/across-a-restart", "undo/every-step-and-back", "unreachable/then-another-name",
    "unreachable/at-the-sign-up",
  ].map { "transcripts/\($0).chat" }

  @Test(arguments: chosen)
  func `the terminal says what the transcript says`(path: String) throws {
    let script = try Script(parsing: try Golden.bytes(path))
    let options = script.settings.map { "--\($0.key) \(Program.quoted($0.value))" }
      .joined(separator: " ")
    let terminal = try TestTerminal(
      "exec $BOT --record $HOME/r.chat \(options)", columns: 200, rows: 100)
    try type(script, at: terminal)
    try terminal.waitForChange()
    let recording = try Script(parsing: Array(try terminal.scratch.text("r.chat").utf8))
    #expect(comparable(recording) == comparable(script))
    let screen = try terminal.story()
    for line in script.lines {
      guard case .bot(let tone, let words) = line.record, tone != .works else { continue }
      for part in onScreen(words) {
        #expect(screen.contains(squeezed(part)), "not on the screen: \(words)")
      }
    }
  }

  /// Types the answers of a transcript, each after its question has appeared.
  private func type(_ script: Script, at terminal: TestTerminal) throws {
    let seed = script.settings.first { $0.key == "seed" }.flatMap { UInt64($0.value) }
    let secrets = SecretMaker(seed: try #require(seed))
    var prompt = ""
    var typed: String?
    for line in script.lines[script.headerCount..<script.conversationEnd] {
      let answer: String
      switch line.record {
      case .bot(_, let words):
        prompt = onScreen(words)[0]
        continue
      case .you(let text): answer = text
      case .key(let name):
        let secretClass = try #require(script.secrets[name])
        let secret = try #require(secrets.secret(named: name, secretClass, username: nil))
        answer = secret.withBytes { String(decoding: $0, as: UTF8.self) }
      case .shebang, .comment, .setting, .secret, .end: continue
      }
      if let typed {
        try terminal.enter(typed, thenWaitFor: prompt)
      } else {
        try terminal.waitForLine(prompt)
      }
      typed = answer
    }
    terminal.enter(try #require(typed))
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
