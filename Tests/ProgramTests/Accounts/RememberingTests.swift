import Foundation
import TestSupport
import Testing

/// A user who agrees to be remembered stays signed in until they sign out.
@Suite(.ownThreads)
struct RememberingTests {
  private let scratch = Scratch()

  private static let state = "$HOME/.local/state/signup-bot/session.json"

  private func rememberOctodog() throws {
    try ListedStore.make(in: scratch)
    try ListedStore.signIn(in: scratch)
  }

  @Test func `whoami knows a remembered user until sign-out`() throws {
    try ListedStore.make(in: scratch)
    let nobody = try scratch.shell("$BOT whoami")
    #expect(nobody.status == 1 && nobody.output.isEmpty)
    #expect(nobody.errors == "signup-bot: no one is signed in\n")
    let run = try ListedStore.signIn("OctoDog", in: scratch)
    #expect(run.output.contains("You are remembered. signup-bot sign-out forgets you."))
    let known = try scratch.shell("$BOT whoami")
    #expect(known.status == 0 && known.output == "octodog\n" && known.errors.isEmpty)
    #expect(try scratch.shell("stat -c %a \(Self.state)").output == "600\n")
    let out = try scratch.shell("$BOT sign-out")
    #expect(out.status == 0 && out.errors.isEmpty)
    #expect(out.output == "octodog is signed out\n")
    #expect(try scratch.shell("ls \(Self.state)").status != 0)
    #expect(try scratch.shell("$BOT whoami").status == 1)
  }

  @Test func `the password is stored nowhere, and the token only in the session file`() throws {
    try rememberOctodog()
    let token = try scratch.shell("grep -o '[0-9a-f]\\{64\\}' \(Self.state)").output
      .trimmingCharacters(in: .newlines)
    #expect(token.count == 64)
    let found = try scratch.shell("grep -rlaF -e \(ListedStore.password) -e \(token) $HOME; true")
    #expect(found.output == "\(scratch.path)/.local/state/signup-bot/session.json\n")
  }

  @Test func `a session that can't be ended is not forgotten`() throws {
    try rememberOctodog()
    let held = try scratch.shell(
      """
      python3 -c 'import os, sqlite3, subprocess
      store = sqlite3.connect(os.environ["HOME"] + "/.local/share/signup-bot/accounts.sqlite")
      store.execute("begin immediate")
      raise SystemExit(subprocess.run([os.environ["BOT"], "sign-out"]).returncode)'
      """)
    #expect(held.status == 69 && held.errors.hasSuffix("; you are still signed in\n"))
    #expect(try scratch.shell("$BOT whoami").output == "octodog\n")
    #expect(try scratch.shell("$BOT sign-out").status == 0)
    #expect(try scratch.shell("$BOT whoami").status == 1)
  }

  @Test func `a session file without a token counts as signed out`() throws {
    try rememberOctodog()
    let run = try scratch.shell(
      #"sed -i 's/,"token":"[0-9a-f]*"//' \#(Self.state); grep -c token \#(Self.state); $BOT whoami"#
    )
    #expect(run.status == 1 && run.output == "0\n")
  }

  @Test func `a FIFO in place of the session file doesn't block`() throws {
    for command in ["whoami", "sign-out"] {
      let run = try scratch.shell(
        "mkdir -p $(dirname \(Self.state)); mkfifo -m 600 \(Self.state); timeout \(Deadline.seconds) $BOT \(command)"
      )
      #expect(run.status == (command == "whoami" ? 78 : 0))
      try scratch.shell("rm -f \(Self.state)")
    }
  }

  @Test func `answering no stores nothing`() throws {
    try ListedStore.make(in: scratch)
    let run = try ListedStore.signIn(remember: "no", in: scratch)
    #expect(run.output.contains("Nothing is kept of this sign-in."))
    #expect(try scratch.shell("ls \(Self.state)").status != 0)
    #expect(try scratch.shell("$BOT whoami").status == 1)
  }

  @Test func `a copied token is worthless after sign-out`() throws {
    try rememberOctodog()
    try scratch.shell(
      "cp \(Self.state) $HOME/copy; $BOT sign-out; cp -p $HOME/copy \(Self.state)")
    let run = try scratch.shell("chmod 600 \(Self.state); $BOT whoami")
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors == "signup-bot: the session of octodog has ended\n")
  }

  @Test func `a new session replaces and ends the old one`() throws {
    try rememberOctodog()
    try ListedStore.signIn(in: scratch)
    #expect(try ListedStore.count("sessions", in: scratch) == "1\n")
    #expect(try scratch.shell("$BOT whoami").output == "octodog\n")
  }

  @Test func `a session file that other users can read is refused`() throws {
    try rememberOctodog()
    let run = try scratch.shell("chmod 644 \(Self.state); $BOT whoami")
    #expect(run.status == 78 && run.errors.contains("run chmod 600 on it"))
    #expect(try scratch.shell("$BOT sign-out").status == 0)
    #expect(try scratch.shell("ls \(Self.state)").status != 0)
  }

  @Test func `sign-out also ends a session whose token other users could read`() throws {
    try rememberOctodog()
    let run = try scratch.shell("chmod 644 \(Self.state); $BOT sign-out")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(try ListedStore.count("sessions", in: scratch) == "0\n")
  }

  @Test func `whoami doesn't recreate a deleted store`() throws {
    try rememberOctodog()
    let run = try scratch.shell("rm \(ListedStore.path)*; $BOT whoami; ls \(ListedStore.path)")
    #expect(run.output.isEmpty && run.errors.contains("the session of octodog has ended"))
  }

  @Test func `a damaged session file is reported, and sign-out removes it`() throws {
    try scratch.shell(
      "mkdir -p $(dirname \(Self.state)); umask 077; echo '{\"service\":' > \(Self.state)")
    let run = try scratch.shell("$BOT whoami")
    #expect(run.status == 78 && run.errors.contains("it is damaged"))
    #expect(try scratch.shell("$BOT sign-out").status == 0)
    #expect(try scratch.shell("$BOT whoami").status == 1)
  }

  @Test func `a store given by a relative path is found from any folder`() throws {
    try scratch.file("up", ListedStore.answers)
    try scratch.file("in", Events.signIn("octodog", ListedStore.password, remember: "yes"))
    let run = try scratch.shell(
      """
      mkdir $HOME/a $HOME/b; cd $HOME/a
      $BOT --accounts sqlite \(Program.patient) --sqlite-path x.sqlite --yes < $HOME/up
      $BOT --accounts sqlite \(Program.patient) --sqlite-path x.sqlite --flow sign-in < $HOME/in
      """)
    #expect(run.output.contains("You are remembered."))
    let known = try scratch.shell("cd $HOME/b; $BOT whoami; $BOT sign-out; ls; $BOT whoami")
    #expect(known.output == "octodog\noctodog is signed out\n" && known.status == 1)
    let rows = try scratch.shell("sqlite3 $HOME/a/x.sqlite 'SELECT count(*) FROM sessions'")
    #expect(rows.output == "0\n")
  }

  @Test func `without a terminal, no remembered name is offered`() throws {
    try rememberOctodog()
    for (input, format) in [(#"{"command":"review"}"#, "jsonl"), ("/review", "text")] {
      let run = try scratch.shell(
        "$BOT --accounts sqlite --flow sign-in --format \(format)", input: input + "\n")
      #expect(run.output.contains("Username?"))
      #expect(!run.output.contains("octodog"))
    }
  }

  @Test func `F84 at a terminal, a wrong password is asked for again and shown nowhere`() throws {
    try ListedStore.make(in: scratch)
    let terminal = try TestTerminal(
      "exec $BOT --accounts sqlite --flow sign-in --record $HOME/r.chat", scratch: scratch)
    try terminal.answer(["Username?": "octodog", "Password?": "mistyped-" + ListedStore.password])
    try terminal.waitForText("Wrong username or password")
    try terminal.waitForLine("Password?")
    terminal.type(ListedStore.password)
    try terminal.answer([
      "Password?" + String(repeating: "•", count: ListedStore.password.count): "",
      "Your password is never kept. (y/N)": "no",
    ])
    #expect(try terminal.waitForChange() == .exited(0))
    #expect(!terminal.bytes.contains(ListedStore.password))
    let recording = try scratch.text("r.chat")
    #expect(recording.contains("end> signed-in") && !recording.contains(ListedStore.password))
  }

  @Test func `at a terminal, the remembered name is offered as the default answer`() throws {
    try rememberOctodog()
    let terminal = try TestTerminal(
      "exec $BOT --accounts sqlite \(Program.patient) --flow sign-in", scratch: scratch)
    try terminal.answer([
      "Username? (an empty line keeps octodog)": "", "Password?": ListedStore.password,
      "Your password is never kept. (y/N)": "no",
    ])
    #expect(try terminal.waitForChange() == .exited(0))
  }
}
