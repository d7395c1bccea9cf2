import ArgumentParser
import Chat
import Runtime
import Text

extension ParsableCommand {
  /// Runs the command that some words are, and ends the program if it fails.
  static func start(_ words: [String]) {
    do {
      var command = try parsed(words)
      try command.run()
    } catch {
      leave(with: error, words)
    }
  }

  /// Parses words. A negative number after an option is the option's value: otherwise it would be
  /// taken for another option, and the value for missing.
  static func parsed(_ words: [String]) throws -> any ParsableCommand {
    var joined: [String] = []
    for word in words {
      let isNumber = word.first == "-" && word.dropFirst().first?.isNumber == true
      if isNumber, let option = joined.last, option.hasPrefix("--"), option.count > 2,
        !option.contains("=")
      {
        joined[joined.count - 1] = option + "=" + word
      } else {
        joined.append(word)
      }
    }
    return try parseAsRoot(joined)
  }

  /// Ends the program as the parser does, but quotes the words as all errors do: without what could
  /// steer a terminal, and not at any length.
  static func leave(with error: any Error, _ words: [String]) -> Never {
    if let status = error as? Exit { exit(withError: ExitCode(status.rawValue)) }
    var text = fullMessage(for: error)
    guard !exitCode(for: error).isSuccess, !text.isEmpty else { exit(withError: error) }
    // The default subcommand is only shown to those who named it.
    if words.first != TalkCommand.configuration.commandName {
      text = text.replacing("\nUsage: signup-bot talk ", with: "\nUsage: signup-bot ")
        .replacing("\n  See 'signup-bot talk --help'", with: "\n  See 'signup-bot --help'")
    }
    for word in quoted(words) { text = text.replacing(word, with: shortened(word)) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // If stderr is closed, the status must do.
    try? OutputStream(descriptor: 2, name: "stderr")
      .write(lines.map { escapingControls(String($0)) + "\n" }.joined())
    exit(withError: exitCode(for: error))
  }

  /// What an error may quote of some words and should cut, the longest first: a whole word, or an
  /// option's name or value.
  private static func quoted(_ words: [String]) -> [String] {
    words.flatMap { [$0] + $0.split(separator: "=", maxSplits: 1).map(String.init) }
      .filter { shortened($0) != $0 }.sorted { $0.utf8.count > $1.utf8.count }
  }
}
