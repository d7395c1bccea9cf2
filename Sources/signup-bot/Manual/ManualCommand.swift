import ArgumentParser
import Chat
import Runtime
import Text

/// Prints a man page.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Print a man page.",
    discussion: """
      The page is written in mdoc. "signup-bot manual | man -l -" shows it, and a package installs it as \
      signup-bot.1 or, for a subcommand, as signup-bot-replay.1 and the like.
      """)

  @Argument(
    help: "A subcommand; without it, the page of signup-bot itself is printed.",
    completion: .custom { _, _, _ in ManualPage.names })
  var subcommand: String?

  func run() throws {
    Process.prepare()
    do {
      let page = subcommand.map(ManualPage.of(subcommand:)) ?? ManualPage.ofProgram()
      guard let page else {
        let word = subcommand ?? ""
        throw Subcommands.complain(of: word, meaning: nearest(to: word, among: ManualPage.names))
      }
      try OutputStream(descriptor: 1, name: "stdout").write(page)
    } catch {
      throw Exit.status(for: error, input: "manual")
    }
  }
}
