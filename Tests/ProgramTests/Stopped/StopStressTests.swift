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

  @Test(arguments: StoppedRun.Form.allCases, ["a store", "a slow provider"])
  func `F86 no account goes untold, whenever a signal arrives`(
    form: StoppedRun.Form, service: String
  ) throws {
    for var fuzz in FuzzCase.cases(6) {
      try Scratch.with { scratch in
        let (name, signal) = fuzz.pick(StoppedRun.signals)
        let people = form.isOfMany ? Self.names : ["anna"]
        let (before, after) = (UInt32(fuzz.below(100_000)), UInt32(fuzz.below(100_000)))
        let provider = try SlowProvider { step, _ in
          usleep(step == .beforeCreation ? before : after)
        }
        let isStore = service == "a store"
        // The moment is what is tested, so this is not a wait for a state.
        let moment = "sleep 0.\(String(format: "%03d", fuzz.below(300)))"
        let run = try StoppedRun(
          form, people,
          isStore
            ? "\(Program.patient) --accounts sqlite --sqlite-path $HOME/x.sqlite"
            : provider.options,
          name, during: fuzz.pick(people), then: moment, in: scratch)
        let stored = try scratch.shell(
          "[ ! -f $HOME/x.sqlite ] || sqlite3 $HOME/x.sqlite 'SELECT name FROM accounts'"
        ).output.split(separator: "\n").map(String.init)
        Self.expectTold(
          run, isStore ? Set(stored) : provider.names, signal,
          "\(fuzz.name): \(name) after \(moment)")
      }
    }
  }
}
