import CTerminal
import Runtime

/// What stderr must say if a signal ends the program.
///
/// A signal can arrive at any moment, and little can be done then. So the words are set in advance, and
/// the signal's handler writes them.
package enum LastWords {
  /// Handles all signals that end the program from now on, whether there is a terminal or not.
  package static func keep() {
    SignalStack.keepForThisThread()
    terminal_keep_last_words()
  }

  /// - Parameter text: Whole lines, at most 8 KiB, or "" for nothing to say. Calls must not overlap.
  package static func set(_ text: String) {
    var text = text
    text.withUTF8 { terminal_set_last_words($0.baseAddress, $0.count) }
  }
}
