import FaultServer
import Foundation
import ScimServer
import TestSupport
import Testing

/// Accounts that the program creates at a real SCIM provider, checked from outside the program.
@Suite(.ownThreads, .scimServer(.usual))
struct SCIMProgramTests {
  private let scratch = Scratch()

  private static let password = "xqzv-kjwp-fmgh-ty9A"
  private static let answers = "octodog\n\(password)\n\(password)\n"

  @Test func `a piped sign-up creates an account that curl shows, and leaves no password behind`()
    throws
  {
    let (url, options) = try SCIMProvider.options(scratch)
    try scratch.file("in", Self.answers)
    let run = try scratch.shell(
      "$BOT \(options) --scim-attribute 'emails[0].value={{username}}@example.org' --yes"
        + " --record $HOME/r.chat < $HOME/in")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.output)\(run.errors)")
    #expect(run.output.contains("bot> You are signed up as octodog: \(url)/Users/"))
    #expect(try SCIMProvider.names(url, scratch) == ["octodog"])
    let found = try scratch.shell("rm $HOME/in; grep -rlaF \(Self.password) $HOME; true")
    #expect(found.output == "")
    let again = try scratch.shell("$BOT \(options) <<< OCTODOG")
    #expect(again.status == 1 && again.output.contains("bot! Username already taken\n"))
  }

  @Test func `failed sign-ins are counted across conversations if they can be stored`() throws {
    let (_, options) = try SCIMProvider.options(scratch)
    try scratch.file("up", Self.answers)
    #expect(try scratch.shell("$BOT \(options) --yes < $HOME/up").status == 0)
    try scratch.file("in", "octodog\nwrong-but-long\n")
    let signIn = "$BOT \(options) --flow sign-in < $HOME/in"
    let state = "$HOME/.local/state/signup-bot"
    #expect(try scratch.shell(signIn).output.contains("bot! Wrong username or password\n"))
    #expect(try scratch.shell("stat -c %a \(state)/failures.sqlite").output == "600\n")
    // Raise the count, so that the delay is long enough even on a slow machine.
    let often = "UPDATE failures SET count = 12 * count WHERE last > strftime('%s') - 600"
    #expect(try scratch.shell("sqlite3 \(state)/failures.sqlite \"\(often)\"").status == 0)
    let words = "bot! Too many failed attempts with this name. The password was not checked;"
    #expect(try scratch.shell(signIn).output.contains(words))
    // If the file can't be written, each conversation counts its own failures.
    let readOnly = try scratch.shell("rm -r \(state); touch \(state); \(signIn)")
    #expect(readOnly.output.contains("bot! Wrong username or password\n"))
  }

  @Test func `doctor warns about a token that other users can read`() throws {
    let (_, options) = try SCIMProvider.options(scratch)
    let doctor = "$BOT doctor \(options)"
    let own = try scratch.shell("chmod 600 $HOME/token; \(doctor)")
    #expect(own.status == 0 && own.output.contains("\nok       token: "))
    let others = try scratch.shell("chmod 640 $HOME/token; \(doctor)")
    #expect(others.status == 0)
    #expect(others.output.contains("/token: mode 640, so other users may read the token\n"))
  }

  @Test func `a person at a terminal is signed up`() throws {
    let (url, options) = try SCIMProvider.options(scratch)
    let terminal = try TestTerminal("exec $BOT \(options)", scratch: scratch)
    try terminal.signUp("octodog", Self.password)
    try terminal.expectRestored(after: .exited(0))
    #expect(try SCIMProvider.names(url, scratch) == ["octodog"])
  }

  @Test func `a transcript creates an account if the command line allows it`() throws {
    let (url, options) = try SCIMProvider.options(scratch)
    let script = """
      @ transcript 1
      @ accounts scim
      @ seed 7
      @ locale en
      @ timeout \(Deadline.seconds)s
      bot> Hi! Let's create your account. Say /help to see what else you can say.
      bot> Username?
      you> octodog
      bot~ validating ...
      bot+ Username available
      bot> Password?
      @ secret password strong
      key> password
      bot+ Password acceptable
      bot> Password again?
      key> password
      bot+ Password repeated
      bot> Sign up as octodog? (yes/no)
      you> yes
      bot~ Signing up octodog …
      bot+ Account created
      bot> You are signed up as octodog: {{page:word}}
      end> signed-up exit=0 username=octodog

      """
    try scratch.file("t.chat", script)
    let alone = try scratch.shell("$BOT < $HOME/t.chat")
    #expect(alone.status == 65 && alone.errors.contains("needs --accounts scim"))
    let made = try scratch.shell("$BOT \(options) < $HOME/t.chat")
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.output == script)
    #expect(try SCIMProvider.names(url, scratch) == ["octodog"])
  }

  @Test func `F61 a refused token is the operator's problem and exits with 78`() throws {
    let (_, options) = try SCIMProvider.options(scratch)
    try scratch.file("token", "wrong\n")
    let run = try scratch.shell("$BOT \(options) <<< octodog")
    #expect(run.status == 78)
    #expect(
      run.output.contains(
        "bot! Error contacting server\nbot> It refuses all requests from this program;"))
    #expect(run.output.hasSuffix("end> unusable exit=78 question=username\n"))
    let doctor = try scratch.shell("$BOT doctor \(options)")
    #expect(doctor.status == 78 && doctor.output.contains("error "))
  }

  @Test(arguments: ["two words", "schlüssel"])
  func `F61 a token that a header can't contain is refused before the first question`(token: String)
    throws
  {
    let (_, options) = try SCIMProvider.options(scratch)
    try scratch.file("token", token + "\n")
    let run = try scratch.shell("$BOT \(options) <<< octodog")
    #expect(run.status == 78 && run.output.isEmpty)
    #expect(run.errors.contains("a token must consist of ASCII characters without spaces"))
    #expect(!run.errors.contains(token))
  }

  @Test func `F52 an unreachable provider exits with 69, and no name is called taken or free`()
    throws
  {
    let server = try FaultServer.refusing()
    let run = try scratch.shell("$BOT --accounts scim --scim-url \(server.url) <<< octodog")
    #expect(run.status == 69)
    #expect(run.output.contains("bot! Error contacting server\n"))
    #expect(!run.output.contains("taken") && !run.output.contains("available"))
  }

  @Test func `doctor accepts a working provider and leaves nothing behind`() throws {
    let (url, options) = try SCIMProvider.options(scratch)
    let doctor = try scratch.shell("$BOT doctor \(options)")
    #expect(doctor.status == 0, "\(doctor.output)")
    #expect(try SCIMProvider.names(url, scratch) == [])
  }
}
