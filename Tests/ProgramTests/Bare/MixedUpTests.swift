import Foundation
import Testing

/// One person's bare answers, shifted or with several values in a line: a password must not be used
/// as a name.
@Suite(.ownThreads)
struct MixedUpTests {
  private let scratch = Scratch()

  private static let planted = "xqzv-kjwp-fmgh-ty9A"
  private static let end = "end> malformed exit=65 question=username why="

  private static let ways = [[], ["--yes"], ["--flow", "sign-in"]]

  /// The reason in `why` is the same for all ways to call the program, or there is one for each.
  private static let inputs: [(policy: String, lines: [String], why: [String])] = [
    ("rxswift", ["octodog", "octodog", "octodog"], ["name-is-secret"]),
    ("strict", [planted, planted, "bob"], ["name-is-secret"]),
    ("simple", [planted, planted], ["name-is-secret"]),
    ("simple", [planted, planted, "yes"], ["name-is-secret"]),
    ("combine", ["bob" + planted, planted, planted], ["name-is-secret"]),
    ("combine", ["ann,\(planted)1", "bob,\(planted)2", "cy,\(planted)3"], ["several-values"]),
    ("moya", ["ann:\(planted)1", "bob:\(planted)2"], ["several-values"]),
    ("moya", ["ann    \(planted)1", "bob \(planted)2"], ["several-values"]),
    ("moya", ["ann=\(planted)1", "bob=\(planted)2"], ["several-values"]),
    ("moya", ["ann\u{3000}\(planted)1", "bob\u{3000}\(planted)2"], ["several-values"]),
    ("moya", ["ann \(planted)1/bob \(planted)2"], ["several-values"]),
    ("combine", ["a,1", "b,x,\(planted)", "c,3"], ["several-values"]),
    (
      "strict", [planted, "bob", "\(planted)1", "\(planted)1"],
      ["not-yes-or-no", "repeat-differs", "too-many-lines"]
    ),
    (
      "strict", [planted, "bob", "\(planted)1"],
      ["repeat-differs", "repeat-differs", "too-many-lines"]
    ),
    ("simple", [planted, "bob", "", "", "\(planted)1", "\(planted)1"], ["too-many-lines"]),
    ("combine", ["ann:" + planted], ["several-values"]),
    ("combine", ["ann " + planted], ["several-values"]),
    ("moya", ["https://ann:\(planted)@h/"], ["several-values"]),
    ("strict", [#"[{"username":"ann","password":"\#(planted)"}]"#], ["several-values"]),
  ]

  @Test(arguments: inputs.indices)
  func `F84 such lines are refused before any of them is used`(number: Int) throws {
    let (policy, lines, why) = Self.inputs[number]
    for (words, why) in zip(Self.ways, why.count == 1 ? why + why + why : why) {
      let run = try Program.run(
        ["--policy", policy] + words + PipeTests.quick, lines: lines.joined(separator: "\n") + "\n")
      #expect(run.status == 65)
      #expect(run.output.hasSuffix(Self.end + why + "\n"), "\(words) \(run.output)")
      #expect(!run.output.contains("you>") && !run.errors.contains(Self.planted))
    }
  }

  @Test func `F84 a secret that arrives later is compared with the name before it is used`() throws
  {
    let run = try Program.shell(
      """
      coproc $BOT --policy simple --yes \(PipeTests.quick.joined(separator: " "))
      out=${COPROC[0]} in=${COPROC[1]}
      echo octodog >&$in
      while read -r line <&$out; do echo "$line"; [[ $line == "bot> Password?" ]] && break; done
      echo octodog >&$in
      cat <&$out
      """)
    #expect(run.output.contains("you> octodog\n") && !run.output.contains("key>"))
    #expect(
      run.output.hasSuffix("end> malformed exit=65 question=password why=name-is-secret\n"),
      "\(run.output)")
  }

  @Test(arguments: [
    ("combine", "ann-b", "Secret-1"), ("combine", "abc", "Abcabc"), ("moya", "ab", "ababab"),
  ])
  func `a name that only looks a little like the password is an answer`(
    policy: String, name: String, password: String
  ) throws {
    let lines = [name, password, password]
    let run = try Program.run(
      ["--policy", policy, "--yes"] + PipeTests.quick,
      lines: lines.prefix(policy == "moya" ? 2 : 3).joined(separator: "\n"))
    #expect(run.status == 0, "\(run.output)")
  }

  /// A CR before LF is the end of a line, as a BOM at the start is no part of one: no password could
  /// end in a control character anyway, and one that a file from Windows gives must be the one that is
  /// typed later.
  @Test func `F5 F14 the answers of a file from Windows are those that are typed later`() throws {
    let store = ["--sqlite-path", scratch.path + "/s.sqlite", "--timeout", "60s"]
    let lines = ["octodog", Self.planted, Self.planted]
    let up = try Program.run(
      store + ["--yes"], lines: "\u{FEFF}" + lines.joined(separator: "\r\n") + "\r\n")
    #expect(up.status == 0, "\(up.errors)")
    let into = try Program.run(
      store + ["--flow", "sign-in"], lines: lines.dropLast().joined(separator: "\n"))
    #expect(into.status == 0, "\(into.errors)")
    for wrong in [Self.planted + "\r", Self.planted + "\rx", "\u{FEFF}" + Self.planted] {
      let run = try Program.run(
        store + ["--flow", "sign-in"], lines: "octodog\n" + wrong)
      #expect(run.status == (wrong.contains("\r") ? 65 : 1), "\(run.output)")
    }
  }

  @Test func `--repeat at a terminal is refused, but not if only a file or variable sets it`()
    throws
  {
    let run = try Program.shell("script -qec \"$BOT --repeat\" /dev/null")
    #expect(run.status == 64)
    #expect(
      run.output.contains("--repeat reads people's lines from a pipe or a file"), "\(run.output)")
    let variable = try Program.shell(
      "printf '/quit\\r' | script -qec \"$BOT\" /dev/null",
      environment: ["SIGNUP_BOT_REPEAT": "true"])
    #expect(variable.status == 2 && variable.output.contains("Username?"), "\(variable)")
  }
}
