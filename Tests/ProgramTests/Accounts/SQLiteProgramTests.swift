import Foundation
import Testing

/// Accounts that the program creates in an SQLite store, checked from outside the program.
@Suite(.ownThreads)
struct SQLiteProgramTests {
  private let scratch = Scratch()

  private static let bot = ListedStore.bot
  private static let store = ListedStore.path
  private static let password = ListedStore.password

  private static func table(_ sql: String) -> String {
    "sqlite3 -separator ' ' \(store) \"\(sql)\""
  }

  @Test
  func `a piped sign-up creates an account that sqlite3 shows, and leaves no password behind`()
    throws
  {
    let made = try scratch.shell(
      "\(Self.bot) --yes --record $HOME/r.chat", input: ListedStore.answers)
    #expect(made.status == 0 && made.errors.isEmpty)
    #expect(made.output.contains("bot+ Account created\nbot> You are signed up as octodog.\n"))
    #expect(made.output.hasSuffix("end> signed-up exit=0 username=octodog\n"))
    let rows = try scratch.shell(Self.table("SELECT name, substr(password, 1, 10) FROM accounts"))
    #expect(rows.output == "octodog $argon2id$\n")
    let modes = try scratch.shell("stat -c %a \(Self.store) $(dirname \(Self.store))")
    #expect(modes.output == "600\n700\n")
    let found = try scratch.shell("grep -rlaF \(Self.password) $HOME; true")
    #expect(found.output == "")
  }

  @Test func `a person at a terminal signs up, and signs in with the same answers`() throws {
    let terminal = try TestTerminal("exec \(Self.bot)", scratch: scratch)
    try terminal.signUp("octodog", Self.password)
    try terminal.waitForLine("Sign in as octodog now? (Y/n)")
    terminal.enter("yes")
    try terminal.waitForText("You are signed in as octodog.")
    try terminal.waitForLine("(y/N)")
    terminal.enter("no")
    try terminal.expectRestored(after: .exited(0))
    let rows = try scratch.shell(Self.table("SELECT name FROM accounts"))
    #expect(rows.output == "octodog\n")
  }

  @Test func `a transcript creates an account if the command line allows it`() throws {
    let script = """
      @ transcript 1
      @ accounts sqlite
      @ seed 7
      @ locale en
      bot> Hi!
      you> octodog
      @ secret password strong
      key> password
      key> password
      you> yes
      end> signed-up exit=0 username=octodog

      """
    try scratch.file("t.chat", script)
    let alone = try scratch.shell("$BOT < $HOME/t.chat")
    #expect(alone.status == 65)
    #expect(alone.errors.contains("stdin:2: @ accounts sqlite needs --accounts sqlite"))
    let made = try scratch.shell("\(Self.bot) < $HOME/t.chat > $HOME/u.chat")
    #expect(made.status == 0)
    #expect(try scratch.text("u.chat").contains("bot+ Account created\n"))
    #expect(try scratch.shell(Self.table("SELECT name FROM accounts")).output == "octodog\n")
  }

  @Test func `only an existing account with the right password can sign in through a pipe`() throws
  {
    try scratch.shell("\(Self.bot) --yes", input: ListedStore.answers)
    func signIn(_ name: String, _ password: String) throws -> Program.Run {
      try scratch.shell("\(Self.bot) --flow sign-in", input: "\(name)\n\(password)\n")
    }
    let right = try signIn("OCTODOG", Self.password)
    #expect(
      right.status == 0 && right.output.contains("end> signed-in exit=0 username=OCTODOG\n"))
    let wrong = try signIn("octodog", Self.password + "x")
    #expect(wrong.status == 1 && wrong.output.contains("bot! Wrong username or password\n"))
    let nobody = try signIn("octocat", Self.password)
    #expect(nobody.status == 1)
    #expect(nobody.output.contains("bot! There is no account with this name\n"))
  }

  @Test func `an unusable store exits with 78 and advice before the first question`() throws {
    try scratch.shell("\(Self.bot) --yes; chmod 644 \(Self.store)", input: ListedStore.answers)
    let open = try scratch.shell("\(Self.bot)", input: ListedStore.answers)
    #expect(open.status == 78 && open.output.isEmpty)
    #expect(open.errors.contains("run chmod 600 "))
    let doctor = try scratch.shell("$BOT doctor --accounts sqlite")
    #expect(doctor.status == 78)
    #expect(doctor.output.contains("\nerror    "))
    #expect(doctor.output.contains("chmod 600"))
  }

  @Test func `a store with a second hard link is refused, because SQLite could lose changes`()
    throws
  {
    try ListedStore.make(in: scratch)
    let run = try scratch.shell(
      "ln \(Self.store) $HOME/other; \(Self.bot) --sqlite-path $HOME/other --yes",
      input: ListedStore.answers)
    #expect(run.status == 78 && run.output.isEmpty)
    #expect(run.errors.contains("the file has another name as well (a hard link)"))
  }

  @Test(arguments: ["SIGNUP_BOT_ACCOUNTS=sqlite", "XDG_CONFIG_HOME=$HOME/c"])
  func `a transcript can't reach a store that the environment or a file selects`(
    setting: String
  ) throws {
    let script = """
      @ transcript 1
      @ seed 7
      @ locale en
      bot> Hi!
      you> octodog
      end> incomplete exit=2 question=password

      """
    try scratch.file("t.chat", script)
    try scratch.shell(
      "mkdir -p $HOME/c/signup-bot; echo '{\"accounts\": \"sqlite\"}' > $HOME/c/signup-bot/config.json"
    )
    let run = try scratch.shell("\(setting) $BOT < $HOME/t.chat")
    #expect(run.status == 78 && run.output.isEmpty)
    #expect(
      run.errors.contains("which a transcript reaches with --accounts on the command line only"))
    #expect(try scratch.shell("ls \(Self.store)").status != 0)
    let chosen = try scratch.shell("\(setting) \(Self.bot) < $HOME/t.chat")
    #expect(chosen.status == 2, "\(chosen.errors)")
  }

  @Test func `many people in one stream share one open store`() throws {
    let people = (1...5).map { "person\($0)\n\(Self.password)\n\(Self.password)\n" }
    let run = try scratch.shell(
      "\(Self.bot) --repeat --yes > $HOME/out", input: people.joined(separator: "\n"))
    #expect(run.status == 0)
    #expect(run.errors == "signup-bot: 5 conversations: 5 signed-up\n")
    #expect(try ListedStore.count("accounts", in: scratch) == "5\n")
  }

  @Test func `F26 the name of a system user is taken if the policy reserves names`() throws {
    // Every machine has the user root. The policy's own list doesn't contain it.
    try scratch.file(
      "p.json",
      #"""
      {"name": "p", "username": {"rules": [
        {"test": "notReserved", "names": ["other"], "refusal": "usernameReserved"}]},
       "password": {"rules": []}, "repeat": {}, "availability": {}}
      """#)
    for name in ["root", "Root"] {
      let run = try scratch.shell(
        "$BOT --accounts sqlite --policy $HOME/p.json --yes", input: "\(name)\n")
      #expect(run.status == 1 && run.output.contains("bot! Username already taken"), "\(run)")
      let other = try scratch.shell(
        "$BOT --accounts sqlite --policy rxswift --yes", input: "\(name)\n")
      #expect(other.output.contains("bot+ Username available"), "\(other)")
    }
  }

  @Test func `failures are counted by the IPv4 address or IPv6 network that sshd reports`() throws {
    for name in ["octocat", "octodog"] {
      #expect(
        try scratch.shell(
          "\(Self.bot) --policy local --yes", input: "\(name)\nxqzv-kjwp-fmgh\nxqzv-kjwp-fmgh\n"
        ).status == 0)
    }
    for (name, address) in [
      ("octocat", "192.0.2.1"), ("octocat", "::ffff:192.0.2.1"), ("octocat", "2001:db8:0:1::1"),
      ("octodog", "2001:db8:0:1:ffff::2"), ("octodog", "no address"), ("octodog", ""),
    ] {
      let run = try scratch.shell(
        "SSH_CONNECTION='\(address) 50000 192.0.2.9 22' "
          + "\(Self.bot) --flow sign-in", input: "\(name)\nqwv7-wrong\n")
      #expect(run.output.contains("bot! Wrong username or password\n"))
    }
    let counts = try scratch.shell(
      "sqlite3 \(Self.store) 'SELECT count FROM failures ORDER BY 1'")
    // Three for each of the two names, and two for each of the three origins.
    #expect(counts.output == "2\n2\n2\n3\n3\n")
  }

  @Test func `after a conversation, the store is a single file, and a copy contains the accounts`()
    throws
  {
    #expect(try scratch.shell("\(Self.bot) --yes", input: ListedStore.answers).status == 0)
    let folder = try scratch.shell("ls $(dirname \(Self.store))")
    #expect(folder.output == "accounts.sqlite\n")
    let copied = try scratch.shell(
      "umask 077; cp \(Self.store) $HOME/copy.sqlite; "
        + "$BOT accounts list --accounts sqlite --sqlite-path $HOME/copy.sqlite --format csv")
    #expect(copied.output.contains("\"octodog\""))
  }

  @Test func `a sign-in doesn't create a store`() throws {
    let run = try scratch.shell("\(Self.bot) --flow sign-in <<< octodog")
    #expect(run.status == 78 && run.output.isEmpty)
    #expect(run.errors.contains("there is no store yet, so no one can sign in"))
    #expect(try scratch.shell("ls \(Self.store)").status != 0)
  }
}
