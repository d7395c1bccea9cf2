import Accounts
import ArgumentParser
import Chat
import Glibc
import Runtime
import Secrets
import Terminal
import Text

/// Removes accounts permanently, after asking for confirmation.
struct RemoveAccounts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove accounts permanently; their sessions end, and their names become available.",
    usage: "signup-bot accounts remove <name> ... [--yes] [<options>]",
    discussion: "Asks for confirmation at a terminal. Elsewhere, --yes is required.")

  @Argument(help: ArgumentHelp("Usernames.", valueName: "name"))
  var names: [String]

  @Flag(help: "Remove without asking for confirmation.")
  var yes = false

  @OptionGroup var service: ServiceOptions

  func run() throws {
    try Caretaker.run(service.settings) { try $0.remove(names, isSure: yes) }
  }
}

extension Caretaker {
  /// Removes accounts. Returns the worst exit status.
  fileprivate func remove(_ names: [String], isSure: Bool) throws -> Int32 {
    let canAsk = isatty(0) == 1 && isatty(2) == 1
    guard isSure || canAsk else {
      Exit.complain(
        "can't ask for confirmation without a terminal; use --yes to remove accounts permanently")
      return Exit.usage.rawValue
    }
    var accounts: [Account] = []
    let tally = Tally()
    tally.add(
      status: try forEach(names) { name in
        guard let account = try account(name) else { return 1 }
        // The same account may be named twice.
        if !accounts.contains(where: { $0.id == account.id }) { accounts.append(account) }
        return 0
      })
    if accounts.isEmpty { return tally.status }
    guard try isSure || confirms(accounts) else {
      Exit.complain("nothing was removed")
      return 1
    }
    for account in accounts { tally.add(status: try remove(account)) }
    return tally.status
  }

  private func remove(_ account: Account) throws -> Int32 {
    try forEach([account.username.text]) { name in
      guard try call({ try await $0.remove(account) }) else {
        Exit.complain("there is no longer an account named \(name)")
        return 1
      }
      try say("\(name) is removed")
      return 0
    }
  }

  /// Shows the accounts to remove and asks for confirmation. Any answer except yes means no.
  private func confirms(_ accounts: [Account]) throws -> Bool {
    let question =
      accounts.count == 1
      ? "Remove this account permanently, with all its data?"
      : "Remove these \(accounts.count) accounts permanently, with all their data?"
    let style = Environment.style(settings, isTerminal: true)
    let choice = style.isPlain ? " (yes/no) [no] " : " (y/N) "
    let lines = accounts.map { "  " + summary(of: $0) } + [question + choice]
    let columns = terminalColumns(of: 2)
    let stderr = OutputStream(descriptor: 2, name: "stderr")
    let text = lines.map { folded($0, columns: columns) }.joined(separator: "\n")
    try Watch.check(text, for: "stderr")
    try stderr.write(text)
    guard case .bytes(let line) = try LineReader(descriptor: 0, name: "stdin").next() else {
      try stderr.write("\n")
      return false
    }
    let answer = line.withBytes { String(decoding: $0, as: UTF8.self) }
    return ["y", "yes"].contains(answer.lowercased())
  }

  private func summary(of account: Account) -> String {
    var parts = [account.isActive ? "active" : "disabled"]
    if let created = account.created { parts.append("created " + LocalTime(created).iso8601) }
    parts += account.details.map { "\($0.name): \($0.value)" }
    return visible(account.username.text + " (" + parts.joined(separator: ", ") + ")")
  }
}
