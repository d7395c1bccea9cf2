import Foundation
import TestSupport
import Testing

@testable import signup_bot

extension RestrictedTests {
  // MARK: - The operator's service

  static let password = "xqzv-kjwp-fmgh-ty9A"

  @Test func `the operator's options apply, and a stranger can sign up`() throws {
    let run = try Door.option.run(
      "\(Program.patient) --accounts sqlite --sqlite-path \(scratch.path)/s/accounts.sqlite --yes",
      input: "octodog\n\(Self.password)\n\(Self.password)\n",
      environment: ["SIGNUP_BOT_ACCOUNTS": "mock", "XDG_DATA_HOME": scratch.path + "/other"])
    #expect(run.status == 0 && run.output.contains("bot+ Account created"))
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/s/accounts.sqlite"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/other"))
  }

  @Test func `no one is remembered, and the next user doesn't learn who was there`() throws {
    let words =
      "\(Program.patient) --accounts sqlite --sqlite-path \(scratch.path)/s/accounts.sqlite"
    _ = try Door.ordinary.run(
      words + " --yes", input: "octodog\n\(Self.password)\n\(Self.password)\n")
    let environment = ["XDG_STATE_HOME": canary.path]
    func signIn(_ option: String) throws -> Program.Run {
      try Door.ordinary.run(
        "\(words) --flow sign-in \(option)",
        input: Events.signIn("octodog", Self.password, remember: "yes"),
        environment: environment)
    }
    #expect(try signIn("").output.contains(#""outcome":"signed-in""#))
    #expect(canary.isThere)
    try FileManager.default.removeItem(atPath: canary.path)
    let run = try signIn("--restricted")
    #expect(run.output.contains(#""outcome":"signed-in""#))
    #expect(!run.output.contains("remember") && !canary.isThere)
  }

  @Test func `a user's own configuration file can add the restriction but not lift it`() throws {
    let folder = scratch.path + "/signup-bot"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let planted = try scratch.file("planted", "planted-secret\n")
    let text = Self.head + "@ secret a file:\(planted)\nyou> octodog\nkey> a\n"
    func run(_ word: String, _ variable: String?) throws -> Int32 {
      try scratch.file("signup-bot/config.json", "{\"restricted\": \(word)}")
      var environment = ["XDG_CONFIG_HOME": scratch.path]
      environment["SIGNUP_BOT_RESTRICTED"] = variable
      return try Door.ordinary.run(input: text, environment: environment).status
    }
    #expect(try run("false", nil) == 2)
    #expect(try run("true", nil) == 65)
    #expect(try run("true", "false") == 65)
    #expect(try run("false", "true") == 65)
    #expect(try run("\"perhaps\"", nil) == 78)
    #expect(try run("false", "perhaps") == 65)
  }

  // MARK: - The operator's file

  /// Runs a login shell with another `/etc` in place of the machine's. Any user can do the same if
  /// the system lets them create namespaces.
  ///
  /// - Parameters:
  ///   - change: A command line that first changes the folder `$ETC`.
  ///   - start: The command line with which bash starts the program.
  func atEtc(
    _ config: String, mode: String = "644", folderMode: String = "755", change: String = ":",
    start: String = "exec -a -signup-bot $BOT", input: String
  ) throws -> Program.Run {
    let file = try scratch.file("config.json", config)
    let answers = try scratch.file("answers", input)
    let etc = scratch.path + "/etc"
    let line = """
      rm -rf \(etc); mkdir -m 755 \(etc); mkdir -m \(folderMode) \(etc)/signup-bot
      cp /etc/passwd /etc/nsswitch.conf /etc/ld.so.cache \(etc)
      cp \(file) \(etc)/signup-bot/config.json; chmod \(mode) \(etc)/signup-bot/config.json
      export ETC=\(etc); \(change)
      unshare -rm bash -c 'mount --bind \(etc) /etc; \(start) < \(answers)'
      """
    return try Program.shell(line)
  }

  static let hasNamespaces = (try? Program.shell("unshare -rm mount --bind /tmp /mnt").status) == 0

  @Test(.enabled(if: hasNamespaces))
  func `a login shell has the operator's settings, which a stranger can't change`() throws {
    let store = scratch.path + "/s/accounts.sqlite"
    let patience = #""timeout": "\#(Deadline.seconds)s""#
    let config =
      #"{"accounts": "sqlite", "sqlite-path": "\#(store)", "yes": true, "restricted": false, \#(patience)}"#
    let answers = "octodog\n\(Self.password)\n\(Self.password)\n"
    let run = try atEtc(config, input: answers)
    #expect(run.status == 0 && run.output.contains("bot+ Account created"), "\(run)")
    #expect(FileManager.default.fileExists(atPath: store))
    let script = Self.head + "@ accounts sqlite\nyou> octodog\n"
    #expect(try atEtc(config, input: script).output.contains("Username already taken"))
    let secret = Self.head + "@ secret a file:/etc/passwd\nyou> octocat\nkey> a\n"
    #expect(try atEtc(config, input: secret).status == 65)
    let other = Self.head + "@ accounts mock\nyou> octodog\n"
    #expect(try atEtc(config, input: other).status == 65)
  }

  @Test(.enabled(if: hasNamespaces), arguments: [("666", "755"), ("644", "777"), ("664", "755")])
  func `an operator's file that other users can write to is refused`(
    mode: String, folderMode: String
  ) throws {
    let run = try atEtc("{}", mode: mode, folderMode: folderMode, input: "octodog\n")
    #expect(run.status == 78 && run.output.isEmpty)
    #expect(run.errors.contains("can be written by users other than root"), "\(run.errors)")
  }

  @Test func `a file in a folder that other users can write to is not the operator's file`() throws
  {
    let file = try scratch.file("config.json", "{}")
    #expect(throws: (any Error).self) { try OperatorsFile(path: file).bytes() }
    #expect(try OperatorsFile(path: "/etc/no-such-folder/config.json").bytes() == nil)
  }
}
