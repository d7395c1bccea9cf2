import Foundation
import Testing

/// One person's bare answers, shifted or with several values in a line: a password must not be used
/// as a name.
@Suite(.ownThreads)
struct MixedUpTests {
  private static let planted = "xqzv-kjwp-fmgh-ty9A"
  private static let end = "end> malformed exit=65 question=username why=mixed-up\n"

  private static let inputs: [(policy: String, lines: [String])] = [
    ("rxswift", ["octodog", "octodog", "octodog"]), ("strict", [planted, planted, "bob"]),
    ("simple", [planted, planted]), ("simple", [planted, planted, "yes"]),
    ("combine", ["bob " + planted, planted, planted]),
    ("combine", ["ann,\(planted)1", "bob,\(planted)2", "cy,\(planted)3"]),
    ("moya", ["ann:\(planted)1", "bob:\(planted)2"]),
    ("moya", ["ann \(planted)1", "bob \(planted)2"]),
    ("combine", ["a,1", "b,x,\(planted)", "c,3"]),
    ("strict", [planted, "bob", "\(planted)1", "\(planted)1"]),
    ("simple", [planted, "bob", "\(planted)1", "\(planted)1"]), ("combine", ["ann:" + planted]),
    ("combine", ["ann " + planted]), ("moya", ["https://ann:\(planted)@h/"]),
    ("strict", [#"[{"username":"ann","password":"\#(planted)"}]"#]),
  ]

  @Test(arguments: inputs.indices)
  func `F84 such lines are refused before any of them is used`(number: Int) throws {
    let (policy, lines) = Self.inputs[number]
    for words in [["--yes"], ["--flow", "sign-in"]] where policy != "rxswift" || words == ["--yes"]
    {
      let run = try Program.run(
        ["--policy", policy] + words + PipeTests.quick, lines: lines.joined(separator: "\n") + "\n")
      #expect(run.status == 65 && run.output.hasSuffix(Self.end), "\(run.output)")
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
      run.output.hasSuffix("end> malformed exit=65 question=password why=mixed-up\n"),
      "\(run.output)")
  }

  @Test(arguments: [
    ("combine", "ann, b", "Secret,1"), ("combine", "abc", "Abcabc"), ("moya", "ab", "ababab"),
  ])
  func `a name that only looks a little like the password is an answer`(
    policy: String, name: String, password: String
  ) throws {
    let extra = policy == "combine" && name == "ann, b"
    let lines = extra ? [name, "Secret1", "Secret1"] : [name, password, password]
    let run = try Program.run(
      ["--policy", policy, "--yes"] + PipeTests.quick,
      lines: lines.prefix(policy == "moya" ? 2 : 3).joined(separator: "\n"))
    #expect(run.status == 0, "\(run.output)")
  }

  /// A CR before LF is the end of a line, as a BOM at the start is no part of one: no password could
  /// end in a control character anyway, and one that a file from Windows gives must be the one that is
  /// typed later.
  @Test func `F5 F14 the answers of a file from Windows are those that are typed later`() throws {
    try Scratch.with { scratch in
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
  }
}
