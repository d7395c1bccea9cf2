import Accounts
import ArgumentParser
import Chat

/// Lists accounts.
struct ListAccounts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List accounts: as a table at a terminal, one account a line elsewhere.",
    discussion: """
      At a terminal the list goes through $PAGER, or less. Elsewhere, text has four columns between tabs: \
      username, time of creation, state and id, with control characters escaped. JSON is one array. CSV is \
      as RFC 4180 has it, with CRLF; a username that begins with = + - @ ' or the like has a ' in front, so \
      that no spreadsheet takes it for a formula.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case text, json, csv
  }

  enum Sort: String, ExpressibleByArgument, CaseIterable, Sendable {
    case name, created
    case nameReversed = "-name"
    case createdReversed = "-created"
  }

  @Option(
    parsing: .unconditional,
    help:
      "Only accounts whose username holds this text, in whatever case; nothing in it is a pattern.")
  var search: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What they are sorted by: name, where the service can, or created; - for the last first.",
      valueName: "key"))
  var sort: Sort?

  @Option(help: ArgumentHelp("So many accounts at the most.", valueName: "n"))
  var limit: Int?

  @Option(help: "How they are printed.")
  var format = Format.text

  @Flag(name: .customLong("no-pager"), help: "Print straight to the terminal.")
  var isWithoutPager = false

  @OptionGroup var look: ListLookOptions

  @OptionGroup var service: ServiceOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
  }

  func run() throws {
    var settings = service.settings
    settings.add(look.settings)
    var query = AccountQuery(
      search: search, order: [.created, .createdReversed].contains(sort) ? .created : .name,
      isReversed: [.nameReversed, .createdReversed].contains(sort), limit: limit)
    // Without `--sort`, a provider that can't sort can still list.
    query.isOrderOptional = sort == nil
    try Caretaker.run(settings) {
      try Listing(
        caretaker: $0, query: query, format: format, isWithoutPager: isWithoutPager
      ).run()
    }
  }
}
