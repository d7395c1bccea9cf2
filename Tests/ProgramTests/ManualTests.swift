import Foundation
import Testing

@testable import signup_bot

/// The man pages.
@Suite(.ownThreads)
struct ManualTests {
  private let scratch = Scratch()

  /// The arguments of `manual` for all pages; "" is the page of the program.
  static let pages = [""] + ManualPage.names

  @Test func `every subcommand has a page`() throws {
    let others: Set = ["talk", "help"]
    #expect(Set(ManualPage.names).isDisjoint(with: others))
    #expect(try Set(subcommands(of: "")) == others.union(ManualPage.names).subtracting(["help"]))
  }

  @Test(arguments: pages)
  func `the readers of man pages accept a page without a warning`(page: String) throws {
    let run = try scratch.shell(
      """
      $BOT manual \(page) > page.1 || exit
      mandoc -T lint -W warning page.1
      groff -mdoc -ww -z -Tutf8 page.1
      """)
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run)")
  }

  @Test(arguments: pages)
  func `a page explains every option as help does`(page: String) throws {
    let shown = try words(Program.shell("$BOT manual \(page) | mandoc -T utf8").output)
    let nested = try subcommands(of: page)
    let names = page.isEmpty || nested.isEmpty ? [page] : nested.map { page + " " + $0 }
    for name in names {
      let help = try Program.shell("$BOT \(name) --help").output
      var explained = 0
      for option in options(of: help) {
        // The parser puts the values and the default into parentheses.
        guard !option.contains("(values:"), !option.contains("(default:") else { continue }
        #expect(shown.contains(option), "\(name)")
        explained += 1
      }
      #expect(explained >= 2, "\(name)")
    }
  }

  @Test func `the page of the program has what a conversation understands, and all statuses`()
    throws
  {
    let page = try words(Program.shell("$BOT manual | mandoc -T utf8").output)
    for command in ["back", "undo", "edit username", "review", "retry", "restart", "open", "quit"] {
      #expect(page.contains("/" + command))
    }
    for (status, meaning) in ManualTexts.statuses {
      #expect(page.lowercased().contains(" \(status) \(meaning).".lowercased()))
    }
    for (name, meaning) in ManualTexts.files { #expect(page.contains(words("\(name) \(meaning)"))) }
  }

  @Test func `a mistyped name is answered with the closest match`() throws {
    let run = try Program.shell("$BOT manual replya")
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors == "signup-bot: there is no subcommand replya; did you mean replay?\n")
  }

  /// The subcommands that the help of a command lists.
  private func subcommands(of command: String) throws -> [String] {
    let help = try Program.shell("$BOT \(command) --help").output
    guard let list = help.components(separatedBy: "SUBCOMMANDS:\n").dropFirst().first else {
      return []
    }
    return list.components(separatedBy: "\n\n")[0].matches(of: #/(?m)^  (\S+)/#).map {
      String($0.1)
    }
  }

  /// The options in a help text, each with its explanation.
  private func options(of help: String) -> [String] {
    var options: [String] = []
    var isOption = false
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  -") {
        options.append(words(String(line).replacing(#/[<>]/#, with: "")))
        isOption = true
      } else if isOption, line.hasPrefix("          ") {
        options[options.count - 1] += " " + words(String(line))
      } else {
        isOption = false
      }
    }
    return options
  }

  /// A text with single spaces between its words, without what bold and underlined text is
  /// overstruck with.
  private func words(_ text: String) -> String {
    text.replacing(#/.\u{8}/#, with: "").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}
