import Accounts
import ArgumentParser
import Chat

/// Lists accounts.
struct ListAccounts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List accounts, as a table at a terminal and one per line elsewhere.",
    usage: "signup-bot accounts list [<options>]",
    discussion: """
      At a terminal, the list is shown in $PAGER, or in less. Elsewhere, text has four columns separated by \
      tabs: username, time of creation, state and id, with control characters escaped. JSON is one array. \
      CSV follows RFC 4180, with CRLF; a text that begins with = + - @ ' or the like is preceded by ', \
      so that no spreadsheet takes it for a formula. JSON has all answers to your own questions as "answers", \
      and CSV has a column for each question; text has answers only with --columns.
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
      "List only accounts whose username or answers contain this text, ignoring case; there are no wildcards."
  )
  var search: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The sort key: name (the default, if the service can sort) or created; - reverses the order.",
      valueName: "key"))
  var sort: Sort?

  @Option(help: ArgumentHelp("The maximum number of accounts to list.", valueName: "n"))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      """
      The columns to print, in this order: username, created, state, id and the names of your own \
      questions, separated by commas. JSON then has only their members.
      """, valueName: "a,b,…"),
    completion: .custom { _, _, prefix in AccountColumn.completions(of: prefix) })
  var columns: String?

  @Option(help: "The output format.")
  var format = Format.text

  @Flag(name: .customLong("no-pager"), help: "Don't start a pager.")
  var isWithoutPager = false

  @OptionGroup var look: ListLookOptions

  @OptionGroup var form: FormOptions

  @OptionGroup var service: ServiceOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
    if let columns, AccountColumn.list(columns) == nil {
      throw ValidationError("--columns must be names separated by commas, each once")
    }
  }

  func run() throws {
    var query = AccountQuery(
      search: search, order: [.created, .createdReversed].contains(sort) ? .created : .name,
      isReversed: [.nameReversed, .createdReversed].contains(sort), limit: limit)
    // Without `--sort`, a provider that can't sort can still list.
    query.isOrderOptional = sort == nil
    try Caretaker.run(settings) {
      try Listing(
        caretaker: $0, query: query, format: format,
        chosen: columns.flatMap(AccountColumn.list), isWithoutPager: isWithoutPager
      ).run()
    }
  }
}
