import Foundation
import TestSupport
import Testing

/// A user who agrees to be remembered stays signed in until they sign out.
@Suite(.ownThreads)
struct RememberingTests {
  static let password = "Qwv7-planted-Zyx9-kjh"
  private static let state = "$HOME/.local/state/signup-bot/session.json"
  private static let store = "$HOME/.local/share/signup-bot/accounts.sqlite"

  private func signUp(_ scratch: Scratch) throws {
    try scratch.file("up", "octodog\n\(Self.password)\n\(Self.password)\n")
    let run = try scratch.shell(
      "$BOT --accounts sqlite \(Program.patient) --yes < $HOME/up; rm $HOME/up")
    #expect(run.status == 0)
  }

  private func signIn(_ scratch: Scratch, remember: String) throws -> Program.Run {
    try scratch.file("in", Events.signIn("OctoDog", Self.password, remember: remember))
    return try scratch.shell(
      "$BOT --accounts sqlite \(Program.patient) --flow sign-in < $HOME/in; S=$?; rm $HOME/in; exit $S"
    )
  }

  @Test func `whoami knows a remembered user until sign-out`() throws {
    try Scratch.with { scratch in
      try signUp(scratch)
      let nobody = try scratch.shell("$BOT whoami")
      #expect(nobody.status == 1 && nobody.output.isEmpty)
      #expect(nobody.errors == "signup-bot: no one is signed in\n")
      let run = try signIn(scratch, remember: "yes")
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
  }

  @Test func `the password is stored nowhere, and the token only in the session file`() throws {
    try Scratch.with { scratch in
      try signUp(scratch)
      _ = try signIn(scratch, remember: "yes")
      let token = try scratch.shell("grep -o '[0-9a-f]\\{64\\}' \(Self.state)").output
        .trimmingCharacters(in: .newlines)
      #expect(token.count == 64)
      let found = try scratch.shell("grep -rlaF -e \(Self.password) -e \(token) $HOME; true")
      #expect(found.output == "\(scratch.path)/.local/state/signup-bot/session.json\n")
    }
  }

  @Test func `a session that can't be ended is not forgotten`() throws {
    try Scratch.with { scratch in
      try signUp(scratch)
      _ = try signIn(scratch, remember: "yes")
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
  }

  @Test func `a session file without a token counts as signed out`() throws {
    try Scratch.with { scratch in
      try signUp(scratch)
      _ = try signIn(scratch, remember: "yes")
      let run = try scratch.shell(
        #"sed -i 's/,"token":"[0-9a-f]*"//' \#(Self.state); grep -c token \#(Self.state); $BOT whoami"#
      )
      #expect(run.status == 1 && run.output == "0\n")
    }
  }

  @Test func `a FIFO in place of the session file doesn't block`() throws {
    try Scratch.with { scratch in
      for command in ["whoami", "sign-out"] {
        let run = try scratch.shell(
          "mkdir -p $(dirname \(Self.state)); mkfifo -m 600 \(Self.state); timeout \(Deadline.seconds) $BOT \(command)"
        )
        #expect(run.status == (command == "whoami" ? 78 : 0))
        try scratch.shell("rm -f \(Self.state)")
      }
    }
  }

  @Test func `answering no stores nothing`() throws {
    try Scratch.with { scratch in
      try signUp(scratch)
      let run = try signIn(scratch, remember: "no")
      #expect(run.output.contains("Nothing is kept of this sign-in."))
      #expect(try scratch.shell("ls \(Self.state)").status != 0)
      #expect(try scratch.shell("$BOT whoami").status == 1)
    }
  }

  @Test func `a copied token is worthless after sign-out`() throws {
    try Scratch.with { scratch in
      try signUp(scratch)
      _ = try signIn(scratch, remember: "yes")
      try scratch.shell(
        "cp \(Self.state) $HOME/copy; $BOT sign-out; cp -p $HOME/copy \(Self.state)")
      let run = try scratch.shell("chmod 600 \(Self.state); $BOT whoami")
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.errors == "signup-bot: the session of octodog has ended\n")
    }
  }

  @Test func `a new session replaces and ends the old one`() throws {
    try Scratch.with { scratch in
      try signUp(scratch)
      _ = try signIn(scratch, remember: "yes")
      _ = try signIn(scratch, remember: "yes")
      let rows = try scratch.shell("sqlite3 \(Self.store) 'SELECT count(*) FROM sessions'")
      #expect(rows.output == "1\n")
      #expect(try scratch.shell("$BOT whoami").output == "octodog\n")
    }
  }

  @Test func `a session file that other users can read is refused`() throws {
    try Scratch.with { scratch in
      try signUp(scratch)
      _ = try signIn(scratch, remember: "yes")
      let run = try scratch.shell("chmod 644 \(Self.state); $BOT whoami")
      #expect(run.status == 78 && run.errors.contains("run chmod 600 on it"))
      #expect(try scratch.shell("$BOT sign-out").status == 0)
      #expect(try scratch.shell("ls \(Self.state)").status != 0)
    }
  }

  @Test func `sign-out also ends a session whose token other users could read`() throws {
    try Scratch.with { scratch in
      try signUp(scratch)
      _ = try signIn(scratch, remember: "yes")
      let run = try scratch.shell("chmod 644 \(Self.state); $BOT sign-out")
      #expect(run.status == 0 && run.errors.isEmpty)
      let rows = try scratch.shell("sqlite3 \(Self.store) 'SELECT count(*) FROM sessions'")
      #expect(rows.output == "0\n")
    }
  }

  @Test func `whoami doesn't recreate a deleted store`() throws {
    try Scratch.with { scratch in
      try signUp(scratch)
      _ = try signIn(scratch, remember: "yes")
      let run = try scratch.shell("rm \(Self.store)*; $BOT whoami; ls \(Self.store)")
      #expect(run.output.isEmpty && run.errors.contains("the session of octodog has ended"))
    }
  }

  @Test func `a damaged session file is reported, and sign-out removes it`() throws {
    try Scratch.with { scratch in
      try scratch.shell(
        "mkdir -p $(dirname \(Self.state)); umask 077; echo '{\"service\":' > \(Self.state)")
      let run = try scratch.shell("$BOT whoami")
      #expect(run.status == 78 && run.errors.contains("it is damaged"))
      #expect(try scratch.shell("$BOT sign-out").status == 0)
      #expect(try scratch.shell("$BOT whoami").status == 1)
    }
  }

  @Test func `a store given by a relative path is found from any folder`() throws {
    try Scratch.with { scratch in
      try scratch.file("up", "octodog\n\(Self.password)\n\(Self.password)\n")
      try scratch.file("in", Events.signIn("octodog", Self.password, remember: "yes"))
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
  }

  @Test func `without a terminal, no remembered name is offered`() throws {
    try Scratch.with { scratch in
      try signUp(scratch)
      _ = try signIn(scratch, remember: "yes")
      for (input, format) in [(#"{"command":"review"}"#, "jsonl"), ("/review", "text")] {
        try scratch.file("asked", input + "\n")
        let run = try scratch.shell(
          "$BOT --accounts sqlite --flow sign-in --format \(format) < $HOME/asked")
        #expect(run.output.contains("Username?"))
        #expect(!run.output.contains("octodog"))
      }
    }
  }

  @Test func `F84 at a terminal, a wrong password is asked for again and shown nowhere`() throws {
    try Scratch.with { scratch in
      try signUp(scratch)
      let terminal = try TestTerminal(
        "exec $BOT --accounts sqlite --flow sign-in --record $HOME/r.chat", scratch: scratch)
      try terminal.answer(["Username?": "octodog", "Password?": "mistyped-" + Self.password])
      try terminal.waitForText("Wrong username or password")
      try terminal.waitForLine("Password?")
      terminal.type(Self.password)
      try terminal.answer([
        "Password?" + String(repeating: "•", count: Self.password.count): "",
        "Your password is never kept. (y/N)": "no",
      ])
      #expect(try terminal.waitForChange() == .exited(0))
      #expect(!terminal.bytes.contains(Self.password))
      let recording = try scratch.text("r.chat")
      #expect(recording.contains("end> signed-in") && !recording.contains(Self.password))
    }
  }

  @Test func `at a terminal, the remembered name is offered as the default answer`() throws {
    try Scratch.with { scratch in
      try signUp(scratch)
      _ = try signIn(scratch, remember: "yes")
      let terminal = try TestTerminal(
        "exec $BOT --accounts sqlite \(Program.patient) --flow sign-in", scratch: scratch)
      try terminal.answer([
        "Username? (an empty line keeps octodog)": "", "Password?": Self.password,
        "Your password is never kept. (y/N)": "no",
      ])
      #expect(try terminal.waitForChange() == .exited(0))
    }
  }
}
