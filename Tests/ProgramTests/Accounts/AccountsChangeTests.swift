import Foundation
import Testing

/// `signup-bot accounts show`, `disable`, `enable` and `remove`.
@Suite(.ownThreads)
struct AccountsChangeTests {
  private let scratch = Scratch()

  private func accounts(_ words: String) throws -> Program.Run {
    try scratch.shell("TZ=CET-1 $BOT accounts \(words) --accounts sqlite")
  }

  @Test func `disabling an account ends its sessions and blocks sign-in until it is enabled`()
    throws
  {
    try ListedStore.make(in: scratch)
    #expect(try ListedStore.signIn(in: scratch).status == 0)
    #expect(try scratch.shell("$BOT whoami").output == "octodog\n")
    let disabled = try accounts("disable OctoDog")
    #expect(disabled.status == 0 && disabled.errors.isEmpty)
    #expect(disabled.output == "octodog is disabled\n")
    #expect(try accounts("disable octodog").output == "octodog is already disabled\n")
    let who = try scratch.shell("$BOT whoami")
    #expect(who.status == 1 && who.errors == "signup-bot: the session of octodog has ended\n")
    let refused = try ListedStore.signIn(remember: nil, in: scratch)
    #expect(refused.status == 1)
    #expect(
      refused.output.contains("This account is disabled at the moment."),
      "\(refused.output)")
    #expect(
      try scratch.shell("$BOT --accounts sqlite <<< octodog").output.contains("already taken"))
    #expect(try accounts("enable octodog").output == "octodog is enabled\n")
    #expect(try accounts("enable octodog").output == "octodog is already enabled\n")
    #expect(try scratch.shell("$BOT whoami").status == 1, "the old session stays ended")
    #expect(try ListedStore.signIn(in: scratch).status == 0)
  }

  @Test func `removing an account deletes its sessions and frees its name`() throws {
    try ListedStore.make(in: scratch)
    #expect(try ListedStore.signIn(in: scratch).status == 0)
    let removed = try accounts("remove --yes OCTODOG")
    #expect(removed.status == 0 && removed.output == "octodog is removed\n")
    #expect(try scratch.shell("$BOT whoami").status == 1)
    #expect(try accounts("list").output.isEmpty)
    #expect(try ListedStore.count("sessions", in: scratch) == "0\n")
    try ListedStore.make(in: scratch)
    #expect(try accounts("list --format csv").output.contains(#","2""#), "a new ID")
  }

  @Test func `without a terminal, nothing is removed unless --yes is given`() throws {
    try ListedStore.make(in: scratch)
    for line in [
      "$BOT accounts remove octodog --accounts sqlite",
      "echo yes | $BOT accounts remove octodog --accounts sqlite",
    ] {
      let run = try scratch.shell(line)
      #expect(run.status == 64 && run.output.isEmpty)
      #expect(run.errors.hasSuffix("use --yes to remove accounts permanently\n"))
    }
    #expect(try accounts("list").output.hasPrefix("octodog\t"))
  }

  @Test(arguments: [
    ("show", "show"), ("disable", "disable"), ("enable", "enable"), ("remove", "remove --yes"),
  ])
  func `an unknown name is reported, and the status is 1`(command: String, words: String) throws {
    try ListedStore.make(in: scratch)
    let run = try accounts("\(words) $'no\\033body'")
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors == "signup-bot: there is no account named no\\u{1B}body\n")
    #expect(try accounts(command).status == 64, "no name was given")
  }

  @Test func `every name is processed, and the worst status is the exit status`() throws {
    try ListedStore.make(["anna", "bert", "clara"], in: scratch)
    let disabled = try accounts("disable anna nobody bert")
    #expect(disabled.status == 1)
    #expect(disabled.output == "anna is disabled\nbert is disabled\n")
    #expect(disabled.errors == "signup-bot: there is no account named nobody\n")
    let removed = try accounts("remove --yes anna nobody ANNA bert")
    #expect(removed.status == 1)
    #expect(removed.output == "anna is removed\nbert is removed\n")
    #expect(try accounts("list").output.split(separator: "\n").count == 2)
  }

  @Test func `show prints the sessions of an account but not its hash`() throws {
    try ListedStore.make(in: scratch)
    #expect(try ListedStore.signIn(in: scratch).status == 0)
    let shown = try accounts("show OctoDog")
    #expect(shown.status == 0 && shown.errors.isEmpty)
    #expect(
      shown.output == """
        username                octodog
        id                      1
        created                 2026-01-01T12:59:59+01:00
        state                   active
        sessions                1
        recent failed sign-ins  0

        """)
    let json = try accounts("show octodog --format json")
    #expect(
      json.output == """
        {"username":"octodog","id":"1","created":"2026-01-01T11:59:59Z","active":true,"answers":{},"details":\
        [{"name":"sessions","value":"1"},{"name":"recent failed sign-ins","value":"0"}]}

        """)
  }

  @Test func `no accounts command prints a hash or a token`() throws {
    try ListedStore.make(["anna"], in: scratch)
    try ListedStore.answer([("octodog", "email", "dog@example.org")], in: scratch)
    try ListedStore.signIn(in: scratch)
    let run = try scratch.shell(
      """
      exec 2>&1; export SIGNUP_BOT_ACCOUNTS=sqlite
      for F in text json csv; do $BOT accounts list --format $F; done
      for F in text json; do $BOT accounts show octodog --format $F; done
      $BOT accounts disable octodog; $BOT accounts enable octodog; $BOT accounts remove --yes octodog
      """)
    #expect(run.output.contains("dog@example.org") && run.output.contains("octodog is removed"))
    #expect(!run.output.contains("argon2") && !run.output.contains(ListedStore.password))
    #expect(run.output.wholeMatch(of: /(?s).*[0-9a-f]{64}.*/) == nil)
  }

  @Test func `F8 a name that is not UTF-8 is refused and never matches another account`() throws {
    for command in ["remove --yes", "show", "disable", "list --search"] {
      let run = try scratch.shell("$BOT accounts \(command) $'\\xff\\xfe' --accounts sqlite")
      #expect(run.status == 65 && run.output.isEmpty)
      #expect(
        run.errors == "signup-bot: an argument is not valid UTF-8, so no account has that name\n")
    }
  }
}
