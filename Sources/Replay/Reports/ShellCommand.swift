import Text

/// The commands that a report suggests.
package enum ShellCommand {
  /// Returns the command that shows a verdict again. Only `replay` works for every transcript: a
  /// plain run also reads the environment and the settings file, and waits for latencies.
  package static func again(_ path: String) -> String {
    // Prevent the path from being parsed as an option.
    "signup-bot replay " + shellWord(path.utf8.first == UInt8(ascii: "-") ? "./" + path : path)
  }
}
