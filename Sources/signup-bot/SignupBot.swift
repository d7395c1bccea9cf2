import ArgumentParser
import Text

/// `signup-bot` and its subcommands. Without a subcommand, the program conducts the conversation.
@main
struct SignupBot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signup-bot",
    abstract:
      "Sign people up in a conversation: at a terminal, from a pipe, or from a transcript.",
    version: "0.1.0",
    subcommands: [
      TalkCommand.self, ReplayCommand.self, PolicyCommand.self, DoctorCommand.self,
      WhoAmICommand.self, SignOutCommand.self, AccountsCommand.self, ManualCommand.self,
    ],
    defaultSubcommand: TalkCommand.self)

  /// The day of the version, for man pages.
  static let released = "November 22, 2026"

  static func main() {
    let start = Start(words: CommandLine.arguments)
    start.takeEffect()
    let words = Array(CommandLine.arguments.dropFirst())
    if start.isCheckup { return DoctorCommand.start(Array(words.dropFirst())) }
    if Restriction.isOn { return RestrictedCommand.start(words) }
    // These words come from a shell's completion script, or request one.
    if words.first == "---completion" { return Manual.main(words) }
    if let script = Completions.script(askedForBy: words) {
      return print(script, terminator: "")
    }
    do {
      var command = try command(words)
      try command.run()
    } catch {
      if exitCode(for: error).isSuccess, isOwnHelp(fullMessage(for: error)) {
        print(Manual.text, terminator: "")
        exit()
      }
      leave(with: error, words)
    }
  }

  /// Parses the command line. A mistyped subcommand is reported as such. Otherwise it would be
  /// taken for a file, and the words after it for the conversation's options.
  private static func command(_ words: [String]) throws -> any ParsableCommand {
    if let (word, known) = Subcommands.unknown(in: words) {
      throw Subcommands.complain(of: word, meaning: nearest(to: word, among: known))
    }
    do {
      return try parsed(words)
    } catch {
      if exitCode(for: error) == .validationFailure, let word = words.first,
        let subcommand = Subcommands.mistyped(word)
      {
        throw Subcommands.complain(of: word, meaning: subcommand)
      }
      throw error
    }
  }

  /// Whether a text is the help of the program or of its default subcommand, both of which `Manual`
  /// replaces.
  private static func isOwnHelp(_ text: String) -> Bool {
    [helpMessage(), helpMessage(for: TalkCommand.self)].contains(text)
  }
}
