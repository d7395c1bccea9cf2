import Accounts
import ArgumentParser
import Text

/// Prints everything that the service knows about an account.
struct ShowAccount: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract:
      "Print what the service knows about an account, but never its password or a hash of it.",
    usage: "signup-bot accounts show <name> [<options>]")

  @Argument(help: "The username.")
  var name: String

  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case text, json
  }

  @Option(help: "The output format.")
  var format = Format.text

  @OptionGroup var form: FormOptions

  @OptionGroup var service: ServiceOptions

  func run() throws {
    try Caretaker.run(settings) { caretaker in
      guard let account = try caretaker.account(name) else { return 1 }
      switch format {
      case .text: for line in Self.lines(account) { try caretaker.say(line) }
      case .json: try caretaker.say(account.json(hasDetails: true).description)
      }
      return 0
    }
  }

  /// Returns one line per detail and answer, with the values aligned.
  static func lines(_ account: Account) -> [String] {
    let common = [AccountColumn.username, .id, .created, .state].map { column in
      Account.Detail(column.name, account.text(of: column, \.iso8601) ?? "unknown")
    }
    let pairs = common + account.details + account.answers.map { .init($0.name, $0.text) }
    let width = pairs.map { displayWidth(of: escapingControls($0.name)) }.max() ?? 0
    return pairs.map { padded(escapingControls($0.name), to: width) + "  " + $0.value }
  }
}
