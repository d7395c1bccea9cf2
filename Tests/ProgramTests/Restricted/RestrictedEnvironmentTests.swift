import Foundation
import Testing

@testable import signup_bot

extension RestrictedTests {
  // MARK: - The environment

  @Test func `the environment can't cause the conversation to be written to a file`() throws {
    try canary.tellsApart { door in
      _ = try door.run(input: "octodog\n", environment: ["SIGNUP_BOT_RECORD": canary.path])
    }
  }

  @Test func `the environment can't cause a store to be created`() throws {
    try canary.tellsApart { door in
      let environment = [
        "SIGNUP_BOT_ACCOUNTS": "sqlite",
        "SIGNUP_BOT_SQLITE_PATH": canary.path + "/accounts.sqlite",
      ]
      _ = try door.run(input: "octodog\n", environment: environment)
    }
  }

  @Test(arguments: ["XDG_CONFIG_HOME", "HOME"])
  func `no configuration file is read from a folder that the environment names`(name: String) throws
  {
    let folder = scratch.path + (name == "HOME" ? "/.config" : "") + "/signup-bot"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    try Data("{\"record\": \"\(canary.path)\"}".utf8)
      .write(to: URL(fileURLWithPath: folder + "/config.json"))
    try canary.tellsApart { door in
      _ = try door.run(input: "octodog\n", environment: [name: scratch.path])
    }
  }

  @Test(arguments: ["false", "0", "no", "", "perhaps"])
  func `the environment can't lift the restriction`(value: String) throws {
    for door in Door.restricted {
      let run = try door.run(
        input: "octodog\n",
        environment: ["SIGNUP_BOT_RESTRICTED": value, "SIGNUP_BOT_RECORD": canary.path])
      #expect(run.status == 2 && !canary.isThere)
    }
  }

  @Test func `the environment can't weaken the rules`() throws {
    let environment = ["SIGNUP_BOT_POLICY": "combine"]
    let input = "octodog\nabc\n"
    #expect(
      try Door.ordinary.run(input: input, environment: environment).output
        .contains("policy combine"))
    for door in Door.restricted {
      let run = try door.run(input: input, environment: environment)
      #expect(run.output.contains("Password must be at least 5 characters"))
      #expect(!run.output.contains("combine"))
    }
  }

  @Test func `the environment can't supply a terminal description`() throws {
    let source = try scratch.file(
      "source", "xterm-256color|evil,el=\\E[K\\E]0;pwned\\007,use=xterm-color,\n")
    let compiled = try Program.shell("tic -o \(scratch.path) \(source)")
    try #require(compiled.status == 0, "\(compiled.errors)")
    func bytes(_ door: Door) throws -> String {
      let terminal = try door.terminal(
        environment: [
          "TERMINFO": scratch.path, "TERMINFO_DIRS": scratch.path,
          "TERMCAP": "xterm-256color:ce=\\E[K\\E]0;pwned\\007:",
        ])
      terminal.type("octodog")
      // What libedit then clears depends on what stands next to the name.
      try terminal.waitForText("Username? octodog ✓ Username available")
      terminal.type("\u{15}")
      try terminal.waitForLine("Username?")
      return terminal.bytes
    }
    #expect(try bytes(.ordinary).contains("pwned"))
    for door in Door.restricted { #expect(try !bytes(door).contains("pwned")) }
  }

  static let hostile: [String: String] = [
    "TERM": "../../tmp/evil", "LANG": "/tmp/evil", "LC_ALL": "..", "LC_CTYPE": "a b",
    "COLUMNS": "9 9",
    "LINES": "99999", "NO_COLOR": "yes\n", "ACCESSIBLE": "$(sh)", "SSH_CONNECTION": "a\u{1B}[2J",
    "SSH_CLIENT": String(repeating: "1", count: 257), "LC_TIME": "C", "LANGUAGE": "de",
    "TZ": "/etc/shadow",
    "LD_PRELOAD": "x", "LOCPATH": "x", "NLSPATH": "x", "GCONV_PATH": "x", "TMPDIR": "x",
    "SSL_CERT_FILE": "x", "https_proxy": "x", "HOSTALIASES": "x", "EDITOR": "x", "VISUAL": "x",
    "PAGER": "x", "BROWSER": "x", "EDITRC": "x", "INPUTRC": "x", "DISPLAY": "x", "CI": "x",
    "SWIFT_BACKTRACE": "x", "SIGNUP_BOT_ACCOUNTS": "x", "XDG_DATA_HOME": "x", "XDG_STATE_HOME": "x",
    "ENV": "x", "BASH_ENV": "x", "": "x",
  ]

  @Test func `only harmless variables of the environment are kept`() {
    let kept = [
      "TERM": "xterm-256color", "LANG": "en_US.UTF-8", "LC_ALL": "zh_CN.UTF-8",
      "LC_CTYPE": "de_DE@euro", "COLUMNS": "80", "LINES": "24", "NO_COLOR": "1", "ACCESSIBLE": "1",
      "SSH_CONNECTION": "fe80::1%eth0 50312 192.0.2.1 22", "SSH_CLIENT": "192.0.2.7 50312 22",
    ]
    let others = ["HOME", "PATH"]
    let clean = HarmlessEnvironment.of(kept.merging(["HOME": "/tmp/evil", "PATH": "."]) { $1 })
    #expect(clean.filter { !others.contains($0.key) } == kept)
    #expect(clean["PATH"] == "/usr/bin:/bin")
    #expect(clean["HOME"] != "/tmp/evil" && clean["HOME"]?.hasPrefix("/") != false)
    #expect(HarmlessEnvironment.of(Self.hostile).keys.allSatisfy(others.contains))
  }
}
