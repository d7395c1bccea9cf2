import Text

/// The line that turns while something is waited for.
package enum Spinner {
  private static let signs = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  /// What to draw; nil in the first 200 ms, when nobody has begun to wait yet, and in a plain style.
  /// - Parameters:
  ///   - elapsed: since the work began. From 3 s on its whole seconds stand at the end.
  ///   - label: what goes on. It is cut to the width, and its controls are escaped.
  ///   - columns: the terminal's width. The last column is left free, so that nothing wraps.
  package static func frame(
    elapsed: Duration, label: String, columns: Int, style: Style
  ) -> String? {
    guard !style.isPlain, elapsed >= .milliseconds(200) else { return nil }
    let (seconds, attoseconds) = elapsed.components
    let turn = (seconds * 1000 + attoseconds / 1_000_000_000_000_000) / 80
    let sign = signs[Int(turn % Int64(signs.count))]
    let time = seconds >= 3 ? " \(seconds) s" : ""
    let room = columns - 1 - 2 - displayWidth(of: time)
    let text = sign + " " + truncated(escapingControls(label), columns: max(room, 0)) + time
    return style.coloured(.validating, String(prefix(of: text, fitting: max(columns - 1, 0))))
  }
}
