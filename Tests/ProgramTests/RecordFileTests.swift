import Foundation
import Testing

/// The file of `--record`: what it may replace, and what is left if the program doesn't finish.
@Suite(.ownThreads)
struct RecordFileTests {
  private let scratch = Scratch()

  private static let bot =
    "printf 'octodog\\nsecret1\\nsecret1\\n' | $BOT --yes --mock-latency 0s --mock-failures 0/1 --seed 1"
  private static let ending = "end> signed-up exit=0 username=octodog\n"

  @Test(arguments: ["precious\n", "#!/bin/sh\necho precious\n", "# @ transcript 1\n", "\0\u{1}"])
  func `a file that is not a transcript is refused and left unchanged`(text: String) throws {
    try scratch.file("f", text)
    let run = try scratch.shell("\(Self.bot) --record f")
    #expect(run.status == 78 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("signup-bot: --record f exists and is not a transcript"))
    #expect(try scratch.text("f") == text)
    #expect(try scratch.shell("ls -A").output == "f\n")
  }

  @Test(arguments: ["", "@ transcript 1\n", "#!/usr/bin/env -S signup-bot\n@ seed 1\n"])
  func `a transcript or an empty file is replaced, and keeps its mode`(text: String) throws {
    try scratch.file("f", text)
    let run = try scratch.shell(
      "chmod 640 f; ln -s f link; \(Self.bot) --record link > o; cmp o f; stat -c %a f; ls")
    #expect(run.status == 0 && run.output == "640\nf\nlink\no\n", "\(run)")
    #expect(try scratch.text("f").hasSuffix(Self.ending))
  }

  @Test func `a new file is private to its owner, even with the longest possible name`() throws {
    let name = String(repeating: "r", count: 255)
    let run = try scratch.shell(
      "\(Self.bot) --record \(name) > o; stat -c %a \(name); ls | wc -l")
    #expect(run.output == "600\n2\n", "\(run)")
    #expect(try scratch.text(name) == scratch.text("o"))
  }

  @Test func `a conversation that fails is recorded as far as it went`() throws {
    let refused = try scratch.shell(
      "printf 'octodog\\nabc\\n' | $BOT --mock-latency 0s --record r")
    #expect(refused.status == 1)
    #expect(try scratch.text("r").hasSuffix("end> refused exit=1 question=password\n"))
    let broken = "@ transcript 1\\n@ accounts mock\\n@ mock-latency 0s\\nyou> ann\\nyou> bob\\n"
    let run = try scratch.shell("printf '\(broken)' | $BOT --record r; ls")
    #expect(run.output.hasSuffix("\nr\n"), "\(run)")
    #expect(try scratch.text("r").contains("you> ann\n"))
  }

  @Test func `F48 a recording that can't be written leaves no file behind`() throws {
    let old = "@ transcript 1\n" + String(repeating: "# old\n", count: 1000)
    try scratch.file("r", old)
    // SIGXFSZ is ignored, so that a write beyond the limit fails instead of ending the program.
    let run = try scratch.shell(
      "trap '' XFSZ; \(Self.bot) --record r > /dev/null 2> e; cat e; ls")
    #expect(run.status == 0 || run.status == 74)
    let limited = try scratch.shell(
      "trap '' XFSZ; ulimit -f 0; printf 'octodog\\nabc\\n' | $BOT --mock-latency 0s --record q | cat"
    )
    #expect(limited.errors.isEmpty || limited.errors.contains("q"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/q"))
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `F41 after a signal, the part file has the conversation so far, and the old one stays`(
    signal: Int32
  ) throws {
    let old = "@ transcript 1\n# old\n"
    try scratch.file("r", old)
    let run = try scratch.shell(
      """
      mkfifo in; $BOT --mock-latency 0s --record r < in > o & exec 3> in; echo octodog >&3
      for try in {1..6000}; do grep -q 'you> octodog' r.$!.part && break; sleep 0.01; done 2> grep
      kill -\(signal) $!; wait $!; echo $?; cat r.$!.part
      """)
    #expect(run.output.hasPrefix("\(128 + signal)\n@ transcript 1\n"), "\(run)")
    #expect(run.output.contains("\nyou> octodog\n"))
    #expect(try scratch.text("r") == old)
  }

  @Test func `a file that appears during the conversation is not replaced`() throws {
    let run = try scratch.shell(
      """
      mkfifo in; $BOT --mock-latency 0s --record r < in > o & exec 3> in; echo octodog >&3
      for try in {1..6000}; do grep -q 'you> octodog' r.$!.part && break; sleep 0.01; done 2> grep
      echo precious > r; exec 3>&-; wait $!; echo $?; cat r
      """)
    #expect(run.output == "74\nprecious\n", "\(run)")
    #expect(run.errors.contains(".part"))
  }
}
