import ArgumentParser
import Chat
import Text

/// The command in the restricted mode: the conversation and nothing else.
struct RestrictedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signup-bot",
    abstract: "Sign people up in a conversation; restricted, for strangers.",
    version: SignupBot.configuration.version)

  @OptionGroup var options: Options

  @Argument(help: .hidden)
  var others: [String] = []

  func run() throws {
    if let other = others.first {
      Process.prepare()
      Exit.complain(
        "in the restricted mode, subcommands and files can't be used: \(shortened(other))")
      throw Exit.usage
    }
    try TalkCommand.conduct(options.settings, file: nil)
  }
}
