import Conversation
import Transcripts

/// One record on its way to a program.
package enum ProgramRecord: Sendable {
  case line(OutputLine)
  case outputs(Outputs)
  /// A line of the input that can't be used, counted from 1. `why` quotes nothing of it.
  case error(line: Int, why: String)
}
