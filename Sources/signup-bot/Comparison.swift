import Chat
import Replay
import Transcripts

extension Session {
  /// Counts a transcript that was compared with its conversation, and says where it differs. Its
  /// outcome is part of what was compared, so nothing more is said of it.
  ///
  /// - Parameter difference: `nil` if it agrees.
  func compared(_ script: Script, _ difference: Difference?) {
    let verdict = Verdict(difference, script.expectedFailure)
    tally.change { $0.add(agrees: difference == nil, isExpected: verdict.isGood) }
    let finding = Finding(path: name, verdict: verdict, transcripts: 1, duration: .zero)
    guard let headline = finding.headline else { return }
    say {
      if case .differs(let difference) = verdict {
        Exit.complain(headline + " (- wanted, + got)", difference.lines(colour: false))
      } else {
        Exit.complain(headline)
      }
    }
  }
}

/// The input is no transcript, so there is nothing to compare.
struct NothingToCompare: Error {}
