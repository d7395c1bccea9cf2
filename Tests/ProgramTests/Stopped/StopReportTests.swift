import Foundation
import TestSupport
import Testing

/// What stderr says if the program is ended during a sign-up, or in a run of many conversations.
@Suite(.ownThreads)
struct StopReportTests {
  private let scratch = Scratch()

  static let endings = StoppedRun.Form.allCases.flatMap { form in
    StoppedRun.signals.map { (form, $0.0, $0.1) }
  }

  @Test(arguments: endings)
  func `F86 a signal during a sign-up leaves no doubt about whose account may exist`(
    form: StoppedRun.Form, name: String, signal: Int32
  ) throws {
    let gate = Gate()
    defer { gate.open() }
    let names = form.isOfMany ? ["anna", "bert"] : ["bert"]
    let provider = try SlowProvider { _, name in if name == "bert" { gate.wait() } }
    let run = try StoppedRun(form, names, provider.options, name, during: "bert", in: scratch)
    #expect(run.status == 128 + signal)
    let words = "stopped; it is unknown whether bert is signed up\n"
    #expect(
      run.errors
        == (form.isOfMany
          ? "signup-bot: stdin:\(form.secondPerson): \(words)"
            + "signup-bot: 1 conversation: 1 signed-up\n"
          : "signup-bot: \(words)"))
  }

  @Test func `F86 a run that is stopped during a check says where to continue`() throws {
    try scratch.file("in", StoppedRun.Form.records.input(["anna", "bert"]))
    let run = try scratch.shell(
      """
      mkfifo $HOME/out
      $BOT --repeat --mock-latency 600s --timeout 900s < $HOME/in > $HOME/out 2> $HOME/err & pid=$!
      exec 4< $HOME/out
      while read -r line <&4; do case $line in *"validating ..."*) break;; esac; done
      kill -TERM $pid
      wait $pid
      """)
    #expect(run.status == 128 + SIGTERM)
    #expect(
      try scratch.text("err")
        == "signup-bot: stdin:1: stopped during this conversation\nsignup-bot: 0 conversations\n")
  }

  /// stderr is a pipe that is full, so that the report can't be written yet.
  private func blocked(_ rest: String) throws -> Program.Run {
    try scratch.file("in", "anna\n\(StoppedRun.password)\n")
    return try scratch.shell(
      """
      mkfifo $HOME/out $HOME/err
      exec 5<> $HOME/err
      head -c 65536 /dev/zero >&5
      env --default-signal=INT,QUIT $BOT --mock-latency 600s --timeout 900s --policy moya --yes \
        < $HOME/in > $HOME/out 2> $HOME/err & pid=$!
      exec 4< $HOME/out
      while read -r line <&4; do case $line in *"Signing up"*) break;; esac; done
      kill -TERM $pid
      # The program has stopped handling HUP, which is signal 1.
      waits() { local caught; caught=$(awk '/^SigCgt/ {print $2}' /proc/$pid/status)
        [ $((16#${caught: -1} & 1)) = 0 ]; }
      \(Program.waiting(for: "waits"))
      \(rest)
      """)
  }

  @Test(arguments: StoppedRun.signals)
  func `F86 a second signal ends a program whose stderr no one reads`(name: String, signal: Int32)
    throws
  {
    let run = try blocked(
      "kill -0 $pid && echo lives; kill -\(name) $pid; wait $pid")
    #expect(run.output == "lives\n")
    #expect(run.status == 128 + signal)
  }

  @Test func `F86 the report waits for a reader of stderr that is busy`() throws {
    let run = try blocked(
      """
      head -c 65536 <&5 > /dev/null; wait $pid; status=$?
      exec 6< $HOME/err 5>&-; cat <&6; exit $status
      """)
    #expect(run.output == "signup-bot: stopped; it is unknown whether anna is signed up\n")
    #expect(run.status == 128 + SIGTERM)
  }

  @Test func `F86 two signals at once don't keep the report back`() throws {
    let gate = Gate()
    defer { gate.open() }
    let provider = try SlowProvider { _, _ in gate.wait() }
    let run = try StoppedRun(
      .answers, ["anna"], provider.options, "TERM", during: "anna",
      then: "kill -STOP $pid; kill -HUP $pid; kill -TERM $pid; kill -CONT $pid", in: scratch)
    #expect(run.status == 128 + SIGTERM || run.status == 128 + SIGHUP)
    #expect(run.tellsDoubt(about: "anna"), "\(run.errors)")
  }

  @Test(arguments: StoppedRun.Form.allCases)
  func `F75 an account whose message can't be written is reported`(form: StoppedRun.Form) throws {
    let closed = scratch.path + "/closed"
    let provider = try SlowProvider { _, name in
      guard name == "bert" else { return }
      _ = Deadline.awaits { FileManager.default.fileExists(atPath: closed) }
    }
    let names = form.isOfMany ? ["anna", "bert"] : ["bert"]
    try scratch.file("in", form.input(names))
    let run = try scratch.shell(
      """
      \(form.feeding); mkfifo $HOME/out
      $BOT \(provider.options) \(form.option) < $HOME/stdin > $HOME/out 2> $HOME/err & pid=$!
      exec 4< $HOME/out
      while read -r line <&4; do case $line in *"Signing up bert "*) break;; esac; done
      exec 4<&-; touch $HOME/closed
      wait $pid
      """)
    #expect(run.status == 74)
    let failure = "signup-bot: can't write stdout: Broken pipe\n"
    let (bert, summary) = (
      "stopped; bert is signed up\n", "signup-bot: 1 conversation: 1 signed-up\n"
    )
    let words =
      form.isOfMany
      ? "signup-bot: stdin:\(form.secondPerson): \(bert)\(summary)\(failure)"
      : "signup-bot: \(bert)\(failure)"
    let errors = try scratch.text("err")
    // A program that reads records gets another one before the result is known.
    let doubt = words.replacing("; bert is", with: "; it is unknown whether bert is")
    #expect(errors == words || form.isOfEvents && errors == doubt, "\(errors)")
    #expect(errors == doubt || provider.names.contains("bert"))
  }
}
