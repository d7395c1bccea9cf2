import ArgumentParser

/// `signup-bot` and its subcommands; holding the conversation is what it does when none is named.
@main
struct SignupBot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signup-bot",
    abstract:
      "A conversation that signs people up at a terminal, from a pipe or from a transcript.",
    version: "0.1.0",
    subcommands: [
      TalkCommand.self, ReplayCommand.self, PolicyCommand.self, DoctorCommand.self,
      WhoAmICommand.self, SignOutCommand.self, AccountsCommand.self,
    ],
    defaultSubcommand: TalkCommand.self)

  /// Reading all options of all subcommands takes longer than replaying a hundred transcripts. Where it is
  /// plain that `replay` is meant and nothing is wrong with its words, only its own are read; all else,
  /// and so all help and all errors, goes the usual way.
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    guard words.first == "replay",
      let parsed = try? ReplayCommand.parseAsRoot(Array(words.dropFirst())),
      let replay = parsed as? ReplayCommand
    else { return main(nil) }
    do { try replay.run() } catch { exit(withError: error) }
  }
}
