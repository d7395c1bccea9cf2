import Chat
import Replay
import Transcripts

extension ProgramHost {
  func comparison(
    of script: Script, named name: String, _ difference: Difference?
  ) -> Comparison {
    let verdict = ReplayVerdict(difference, script.expectedFailure)
    let result = ReplayResult(path: name, verdict: verdict, transcripts: 1)
    guard case .differs(let difference) = verdict, let headline = result.headline else {
      return Comparison(isExpected: verdict.isGood, headline: result.headline, details: [])
    }
    return Comparison(
      isExpected: false, headline: headline + " (- wanted, + got)",
      details: difference.lines(colour: false))
  }
}
