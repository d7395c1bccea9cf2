import ArgumentParser

/// The command as help, completions and the man page show it: with the options of a conversation,
/// which `SignupBot` itself leaves to its default subcommand.
struct Manual: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signup-bot",
    abstract: SignupBot.configuration.abstract,
    usage: """
      signup-bot [<options>] [<file>]
      signup-bot <subcommand> …
      """,
    discussion: """
      Without a subcommand, signup-bot conducts a conversation: at a terminal, or with standard input, \
      which is a transcript or has one answer per line. If a <file> is given, it is read instead of \
      standard input.
      """,
    version: SignupBot.configuration.version,
    subcommands: SignupBot.configuration.subcommands)

  @OptionGroup var options: Options

  /// The output of `signup-bot --help`.
  static var text: String {
    var lines = ["", "", "EXAMPLES:"]
    for (command, purpose) in ManualTexts.examples {
      let isShort = command.count < 38
      lines.append("  " + (isShort ? padded(command, to: 40) + purpose : command))
      if !isShort { lines.append(padded("", to: 42) + purpose) }
    }
    lines += ["", "SETTINGS:"]
    lines += wrapped(ManualTexts.settings, to: 77).map { "  " + $0 }
    lines += ["", "EXIT STATUS:"]
    lines += ManualTexts.statuses.map { "  " + padded($0.key, to: 7) + $0.value }
    return helpMessage() + lines.joined(separator: "\n") + "\n"
  }
}
