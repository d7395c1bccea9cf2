import ArgumentParser
import Chat
import Conversation

/// The man pages: one of the program, and one of each subcommand. What they say about options is
/// what `--help` says.
enum ManualPage {
  /// The names of the subcommands that have a page.
  static var names: [String] { subcommands.map(\.name) }

  private static var subcommands: [CommandDescription] {
    // The default subcommand is the program itself, and "help" prints the same as a page.
    let others = [TalkCommand.configuration.commandName, "help"]
    return CommandDescription(Manual.self)?.subcommands.filter { !others.contains($0.name) } ?? []
  }

  /// Returns the page of the program.
  static func ofProgram() -> String? {
    guard let program = CommandDescription(Manual.self) else { return nil }
    var page = beginning(of: program.name, program.abstract)
    page.macro(".Nm")
    page.macro(".Op", "Ar", "options")
    page.macro(".Op", "Ar", "file")
    page.macro(".Nm")
    page.macro(".Ar", "subcommand", "...")
    page.macro(".Sh", "DESCRIPTION")
    page.sentences(program.discussion)
    page.macro(".Sh", "OPTIONS")
    page.options(program.arguments)
    page.macro(".Sh", "SUBCOMMANDS")
    page.list(program.subcommands.map { ($0.name, $0.abstract) })
    page.macro(".Sh", "CONVERSATION")
    page.sentences("At every question, a line that begins with a slash is a command:")
    page.macro(".Bl", "-bullet", "-compact")
    for key in Self.commands {
      page.macro(".It")
      page.sentences(Catalogue.english.words(for: Message(key)))
    }
    page.macro(".El")
    page.macro(".Sh", "SETTINGS")
    page.sentences(ManualTexts.settings)
    page.macro(".Sh", "ENVIRONMENT")
    page.list(ManualTexts.environment.map { ($0.key, $0.value) })
    page.macro(".Sh", "FILES")
    page.list(ManualTexts.files.map { ($0.key, $0.value) })
    page.macro(".Sh", "EXIT STATUS")
    page.list(
      ManualTexts.statuses.map {
        ($0.key, $0.value.prefix(1).uppercased() + $0.value.dropFirst() + ".")
      })
    page.macro(".Sh", "EXAMPLES")
    for (index, (command, purpose)) in ManualTexts.examples.enumerated() {
      if index > 0 { page.macro(".Pp") }
      page.sentences(purpose)
      page.macro(".Pp")
      page.macro(".Dl", command)
    }
    page.macro(".Sh", "SEE ALSO")
    let others = names.sorted()
    for name in others {
      page.reference(to: "signup-bot-" + name, isLast: name == others.last)
    }
    return page.text
  }

  /// Returns the page of a subcommand and of its own subcommands; `nil` if there is no such
  /// subcommand.
  static func of(subcommand name: String) -> String? {
    guard let command = subcommands.first(where: { $0.name == name }) else { return nil }
    var page = beginning(of: "signup-bot-" + name, command.abstract)
    let words = ["signup-bot", name]
    if command.subcommands.isEmpty {
      page.synopsis(command, words)
    } else {
      for subcommand in command.subcommands { page.synopsis(subcommand, words + [subcommand.name]) }
    }
    page.macro(".Sh", "DESCRIPTION")
    page.sentences([command.abstract, command.discussion].joined(separator: "\n"))
    if command.subcommands.isEmpty {
      page.macro(".Sh", "OPTIONS")
      page.options(command.arguments)
    } else {
      for subcommand in command.subcommands {
        page.macro(".Sh", subcommand.name.uppercased())
        page.sentences([subcommand.abstract, subcommand.discussion].joined(separator: "\n"))
        page.options(subcommand.arguments)
      }
    }
    page.macro(".Sh", "EXIT STATUS")
    page.sentences("See the statuses of")
    page.reference(to: "signup-bot", isLast: true)
    return page.text
  }

  private static func beginning(of name: String, _ abstract: String) -> Roff {
    var page = Roff()
    page.macro(".Dd", SignupBot.released)
    page.macro(".Dt", name.uppercased(), "1")
    page.macro(".Os")
    page.macro(".Sh", "NAME")
    page.macro(".Nm", name)
    // mdoc wants a phrase here, without a full stop.
    let phrase = abstract.prefix(1).lowercased() + abstract.dropFirst()
    page.macro(".Nd", phrase.last == "." ? String(phrase.dropLast()) : phrase)
    page.macro(".Sh", "SYNOPSIS")
    return page
  }

  /// What the bot itself says about its commands.
  private static let commands: [MessageKey] = [
    .helpBack, .helpUndo, .helpEdit, .helpReview, .helpRetry, .helpRestart, .helpOpen, .helpQuit,
    .helpLiteral, .helpKeys,
  ]
}

extension Roff {
  /// Adds the form of a command's call, with the arguments that are not options in full.
  fileprivate mutating func synopsis(_ command: CommandDescription, _ words: [String]) {
    macro(".Nm", words.joined(separator: " "))
    if command.arguments.contains(where: { $0.kind != .positional }) {
      macro(".Op", "Ar", "options")
    }
    for argument in command.arguments where argument.kind == .positional {
      switch (argument.isOptional, argument.isRepeating) {
      case (true, true): macro(".Op", "Ar", argument.valueName, "...")
      case (true, false): macro(".Op", "Ar", argument.valueName)
      case (false, true): macro(".Ar", argument.valueName, "...")
      case (false, false): macro(".Ar", argument.valueName)
      }
    }
  }

  /// Adds lists of arguments: those of each group under its title, after those of none.
  fileprivate mutating func options(_ arguments: [CommandDescription.Argument]) {
    var titles: [String?] = [nil]
    for argument in arguments where !titles.contains(argument.section) {
      titles.append(argument.section)
    }
    for title in titles {
      let group = arguments.filter { $0.section == title }
      if group.isEmpty { continue }
      if let title { macro(".Ss", title) }
      macro(".Bl", "-tag", "-width", "Ds")
      for argument in group {
        item(argument)
        sentences(argument.summary)
      }
      macro(".El")
    }
  }

  private mutating func item(_ argument: CommandDescription.Argument) {
    let names = argument.names.joined(separator: ", ")
    switch argument.kind {
    case .positional: macro(".It", "Ar", argument.valueName)
    case .flag: macro(".It", "Sy", names)
    case .option: macro(".It", "Sy", names, "Ar", argument.valueName)
    }
  }
}
