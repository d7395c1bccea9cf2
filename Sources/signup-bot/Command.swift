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

  /// To read the options of all subcommands takes longer than to replay a hundred transcripts. Where `replay`
  /// is given nothing but paths, there are no options to be read; where it is plain that `replay` is meant
  /// and nothing is wrong with its words, only its own are. All else, and so all help and all errors, goes
  /// the usual way.
  static func main() {
    let start = Start(words: CommandLine.arguments)
    start.takeEffect()
    let words = CommandLine.arguments.dropFirst()
    if start.isCheckup { return DoctorCommand.main(Array(words.dropFirst())) }
    if Restriction.isOn { return RestrictedCommand.main(Array(words)) }
    guard words.first == "replay" else { return main(nil) }
    let rest = Array(words.dropFirst())
    do {
      if rest.allSatisfy({ !$0.hasPrefix("-") }) {
        return try ReplayCommand.run(
          ReplayChoices(paths: rest.isEmpty ? ReplayChoices.usualPaths : rest))
      }
      guard let replay = (try? ReplayCommand.parseAsRoot(rest)) as? ReplayCommand else {
        return main(nil)
      }
      try replay.run()
    } catch {
      exit(withError: error)
    }
  }
}
