import Text

/// The animated line that is shown during work.
package enum Spinner {
  private static let signs = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  private static let consoleSigns = ["-", "\\", "|", "/"]

  /// Returns the text to draw, or `nil` during the first 200 ms and in a plain style.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the work began. From 3 s on, it is shown in whole seconds.
  ///   - label: The description of the work. It is truncated to fit, and controls are escaped.
  ///   - columns: The terminal's width. The last column stays free, so that nothing wraps.
  package static func frame(
    elapsed: Duration, label: String, columns: Int, style: Style
  ) -> String? {
    guard !style.isPlain, elapsed >= .milliseconds(200) else { return nil }
    let (seconds, attoseconds) = elapsed.components
    let turn = (seconds * 1000 + attoseconds / 1_000_000_000_000_000) / 80
    let signs = style.isConsole ? consoleSigns : signs
    let sign = signs[Int(turn % Int64(signs.count))]
    let time = seconds >= 3 ? " \(seconds) s" : ""
    let room = columns - 1 - 2 - displayWidth(of: time)
    let text = sign + " " + truncated(escapingControls(label), columns: max(room, 0)) + time
    return style.painted(.working, String(prefix(of: text, fitting: max(columns - 1, 0))))
  }
}
