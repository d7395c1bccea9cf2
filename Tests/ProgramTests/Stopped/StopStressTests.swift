import Foundation
import TestSupport
import Testing

/// Signals at random moments of sign-ups. An account that exists must have been told of.
@Suite(.ownThreads)
struct StopStressTests {
  private static let names = ["anna", "bert", "cleo"]

  private static func expectTold(
    _ run: StoppedRun, _ created: Set<String>, _ signal: Int32, _ trial: String
  ) {
    #expect(run.status == 0 || run.status == 128 + signal, "\(trial)")
    for name in names {
      let tells = run.tellsCreation(of: name)
      #expect(
        !created.contains(name) || tells || run.tellsDoubt(about: name),
        "\(name) exists, \(trial): \(run.output)\(run.errors)")
      #expect(
        !tells || created.contains(name),
        "\(name) does not exist, \(trial): \(run.output)\(run.errors)")
    }
  }

  @Test(arguments: StoppedRun.Form.allCases)
  func `F86 no account in a store goes untold, whenever a signal arrives`(form: StoppedRun.Form)
    throws
  {
    for var fuzz in FuzzCase.cases(6) {
      try Scratch.with { scratch in
        let (name, signal) = fuzz.pick(StoppedRun.signals)
        let people = form.isOfMany ? Self.names : ["anna"]
        // The moment is what is tested, so this is not a wait for a state.
        let moment = "sleep 0.\(String(format: "%03d", fuzz.below(300)))"
        let run = try StoppedRun(
          form, people, "\(Program.patient) --accounts sqlite --sqlite-path $HOME/x.sqlite", name,
          during: fuzz.pick(people), then: moment, in: scratch)
        let created = try scratch.shell(
          "[ ! -f $HOME/x.sqlite ] || sqlite3 $HOME/x.sqlite 'SELECT name FROM accounts'")
        Self.expectTold(
          run, Set(created.output.split(separator: "\n").map(String.init)), signal,
          "\(fuzz.name): \(name) after \(moment)")
      }
    }
  }

  @Test(arguments: StoppedRun.Form.allCases)
  func `F86 no account at a slow provider goes untold, whenever a signal arrives`(
    form: StoppedRun.Form
  ) throws {
    for var fuzz in FuzzCase.cases(6) {
      try Scratch.with { scratch in
        let (name, signal) = fuzz.pick(StoppedRun.signals)
        let people = form.isOfMany ? Self.names : ["anna"]
        let (before, after) = (UInt32(fuzz.below(100_000)), UInt32(fuzz.below(100_000)))
        let provider = try SlowProvider { step, _ in
          usleep(step == .beforeCreation ? before : after)
        }
        let moment = "sleep 0.\(String(format: "%03d", fuzz.below(300)))"
        let run = try StoppedRun(
          form, people, provider.options, name, during: fuzz.pick(people), then: moment,
          in: scratch)
        Self.expectTold(run, provider.names, signal, "\(fuzz.name): \(name) after \(moment)")
      }
    }
  }
}
