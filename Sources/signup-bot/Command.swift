import ArgumentParser

/// `signup-bot` and its subcommands; holding the conversation is what it does when none is named.
@main
struct SignupBot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signup-bot",
    abstract:
      "A conversation that signs people up at a terminal, from a pipe or from a transcript.",
    version: "0.1.0",
    subcommands: [TalkCommand.self, ReplayCommand.self, PolicyCommand.self],
    defaultSubcommand: TalkCommand.self)
}
