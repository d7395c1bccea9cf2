import ArgumentParser
import Chat
import Glibc
import Text

/// The names of the subcommands, and suggestions for unknown ones.
enum Subcommands {
  /// Returns the subcommand that a word was probably meant to be; `nil` if the word is a
  /// subcommand, names a file, or resembles no subcommand.
  static func mistyped(_ word: String) -> String? {
    if word.hasPrefix("-") || names(of: SignupBot.self).contains(word) { return nil }
    if access(word, F_OK) == 0 { return nil }
    return nearest(to: word, among: names(of: SignupBot.self))
  }

  /// Returns the first word that is in the place of a subcommand but is not one, and the known
  /// subcommands; `nil` if all are known. The program's first argument is only checked after
  /// `help`, because it may also be a file.
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

  /// Reports an unknown subcommand. Returns the exit status.
  static func complain(of word: String, meaning known: String?) -> Exit {
    Exit.complain(
      "there is no subcommand \(shortened(word))" + (known.map { "; did you mean \($0)?" } ?? ""))
    return Exit.usage
  }

  static func names(of command: any ParsableCommand.Type) -> [String] {
    command.configuration.subcommands.map(name) + ["help"]
  }

  /// Each command that has subcommands, by the words that lead to it, with their names. The
  /// program's own, which include `help`, come first.
  static var tree: [(path: [String], names: [String])] {
    [([], names(of: SignupBot.self))] + below(SignupBot.self, at: [])
  }

  private static func below(
    _ command: any ParsableCommand.Type, at path: [String]
  ) -> [(path: [String], names: [String])] {
    command.configuration.subcommands.flatMap { next in
      let names = next.configuration.subcommands.map(name)
      let path = path + [name(of: next)]
      return (names.isEmpty ? [] : [(path, names)]) + below(next, at: path)
    }
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? ""
  }
}
