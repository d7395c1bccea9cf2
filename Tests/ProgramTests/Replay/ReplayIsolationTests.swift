import Foundation
import Testing

/// A transcript sees nothing of the environment unless `--inherit` is given.
@Suite(.ownThreads)
struct ReplayIsolationTests {
  private let scratch = Scratch()

  private let strict = ["SIGNUP_BOT_POLICY": "strict"]

  private func config(_ json: String) throws {
    try scratch.files(["config.json": json], in: ".config/signup-bot")
    try scratch.files(["a.chat": Chats.good])
  }

  @Test func `the environment applies only with --inherit`() throws {
    try scratch.files(["a.chat": Chats.good])
    #expect(try scratch.shell("$BOT replay d", environment: strict).status == 0)
    let run = try scratch.shell("$BOT replay --inherit d", environment: strict)
    #expect(run.status == 3)
    #expect(run.output.contains("+ @ policy strict"))
    #expect(try scratch.shell("$BOT replay --inherit d").status == 0)
  }

  @Test func `the language comes only from the transcript`() throws {
    try scratch.files(["a.chat": Chats.good])
    for variable in ["LANG", "LC_ALL", "SIGNUP_BOT_LOCALE"] {
      for inherit in ["", "--inherit"] {
        let run = try scratch.shell(
          "$BOT replay \(inherit) d", environment: [variable: "zh_CN.UTF-8", "TZ": "Asia/Tokyo"])
        #expect(run.status == (variable == "SIGNUP_BOT_LOCALE" && !inherit.isEmpty ? 78 : 0))
      }
    }
  }

  @Test func `the configuration file applies only with --inherit`() throws {
    try config(#"{"policy": "strict"}"#)
    #expect(try scratch.shell("$BOT replay d").status == 0)
    let run = try scratch.shell("$BOT replay --inherit d")
    #expect(run.status == 3)
    #expect(run.output.contains("+ @ policy strict"))
  }

  @Test(arguments: [#"{"hair": "red"}"#, "{ oops", #"{"seed": "one"}"#])
  func `with --inherit, an unusable configuration file exits with 78 and blames no transcript`(
    json: String
  ) throws {
    try config(json)
    #expect(try scratch.shell("$BOT replay d").status == 0)
    let run = try scratch.shell("$BOT replay --inherit d")
    #expect(run.status == 78)
    #expect(run.errors.contains("config.json") && run.output.isEmpty, "\(run.output)")
  }

  @Test func `with --inherit, an unusable variable exits with 78 and is named`() throws {
    try scratch.files(["a.chat": Chats.good])
    let environment = ["SIGNUP_BOT_TIMEOUT": "soon"]
    #expect(try scratch.shell("$BOT replay d", environment: environment).status == 0)
    let run = try scratch.shell("$BOT replay --inherit d", environment: environment)
    #expect(run.status == 78)
    #expect(run.errors.contains("SIGNUP_BOT_TIMEOUT") && run.output.isEmpty)
  }

  @Test(arguments: ["env:PW", "file:pw"])
  func `an external secret is found only with --inherit and quoted nowhere`(
    secretClass: String
  ) throws {
    let text = Chats.replacing("password strong", "password " + secretClass)
    try scratch.files(["a.chat": text])
    try scratch.files(["pw": "hunter2-planted\n"], in: ".")
    let environment = ["PW": "hunter2-planted"]
    let alone = try scratch.shell("$BOT replay d", environment: environment)
    #expect(alone.status == 65)
    #expect(alone.output.contains("d/a.chat:15: the secret password is not available"))
    let run = try scratch.shell("$BOT replay --inherit d", environment: environment)
    #expect(run.status == 0)
    for report in ["text", "tap", "junit", "github", "jsonl"] {
      try scratch.files(["b.chat": text + "# hunter2-planted\n"])
      let leak = try scratch.shell(
        "$BOT replay --update --inherit --report \(report) d", environment: environment)
      #expect(leak.status == 3)
      #expect(!leak.output.contains("planted") && !leak.errors.contains("planted"))
      #expect(try scratch.shell("ls d").output == "a.chat\nb.chat\n", "no file is left behind")
    }
  }

  @Test func `a resolved secret in an answer is reported with its line, and the status is 3`()
    throws
  {
    let text = Chats.replacing("password strong", "password env:PW")
      .replacingOccurrences(of: "you> yes", with: "you> hunter2-planted\nyou> yes")
    try scratch.files(["a.chat": text])
    let run = try scratch.shell("$BOT replay --inherit d", environment: ["PW": "hunter2-planted"])
    #expect(run.status == 3)
    #expect(run.output.contains("d/a.chat:21: a secret was about to be written here"))
    #expect(run.output.contains("1 leaks a secret") && !run.output.contains("planted"))
  }
}
