import Accounts
import ArgumentParser
import Glibc
import Text

/// What the subcommands are called, and what may have been meant by a word that is none of them.
enum Subcommands {
  /// The subcommand that a word was probably meant as; `nil` if it is one, names a file, or is like none.
  static func mistyped(_ word: String) -> String? {
    if word.hasPrefix("-") || names(of: SignupBot.self).contains(word) { return nil }
    if access(word, F_OK) == 0 { return nil }
    return nearest(to: word, among: names(of: SignupBot.self), within: 2)
  }

  /// The first word that stands in a subcommand's place and is none, with the ones that there are; `nil` if
  /// all are known. The program's own place is not looked at unless help is asked for: a file may stand there.
  static func unknown(in words: [String]) -> (word: String, known: [String])? {
    var words = words[...]
    var command: any ParsableCommand.Type = SignupBot.self
    let asksForHelp = words.first == "help"
    if asksForHelp { words = words.dropFirst() }
    while let word = words.popFirst(), !word.hasPrefix("-") {
      let subcommands = command.configuration.subcommands
      if subcommands.isEmpty { return nil }
      guard let next = subcommands.first(where: { name(of: $0) == word }) else {
        let mayBeFile = command == SignupBot.self && !asksForHelp
        return mayBeFile ? nil : (word, subcommands.map(name))
      }
      command = next
    }
    return nil
  }

  /// Says that a word is no subcommand; returns the status.
  static func complain(of word: String, meaning known: String?) -> ExitCode {
    Exit.complain(
      "there is no subcommand \(word)" + (known.map { "; did you mean \($0)?" } ?? ""))
    return Exit.usage
  }

  private static func names(of command: any ParsableCommand.Type) -> [String] {
    command.configuration.subcommands.map(name) + ["help"]
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? ""
  }
}
