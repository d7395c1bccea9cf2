import Text
import Transcripts

/// Compares a transcript with its conversation, line by line, while the conversation takes place.
///
/// The lines before the conversation are not compared: the command line and the environment may
/// change the settings.
package final class ScriptCheck {
  private let script: Script
  /// The place of the transcript's line with which the next line is compared.
  private var next: Int
  /// The transcript as it is now, beginning with its own settings.
  private var got: [UInt8] = []
  private var isStopped = false
  private var hasDiffered = false

  init(_ script: Script) {
    self.script = script
    next = script.headerCount
    for line in script.header { OutputLine(line).write(to: &got) }
  }

  /// Compares the next line of the conversation.
  func compare(_ line: OutputLine) {
    if isStopped { return }
    line.write(to: &got)
    hasDiffered =
      hasDiffered || next >= script.lines.count
      || !line.text.hasSameBytes(as: script.lines[next].text)
    next += 1
  }

  /// Ends the comparison after a turn that differs: what follows is there because of that.
  ///
  /// - Parameter isMissingLines: Whether the transcript has more lines of the bot in this turn.
  /// - Returns: Whether the turn differs.
  func stops(isMissingLines: Bool) -> Bool {
    isStopped = isStopped || hasDiffered || isMissingLines
    return isStopped
  }

  /// The first turn that differs; `nil` if the transcript agrees so far.
  package var difference: Difference? {
    var wanted: [UInt8] = []
    for line in script.lines { OutputLine(line).write(to: &wanted) }
    if script.isCutShort { wanted.removeLast() }
    return Difference(
      wanted: String(decoding: wanted, as: UTF8.self), got: String(decoding: got, as: UTF8.self),
      firstLine: script.firstLine)
  }
}
