import Foundation
import Testing

/// Two files that a conversation writes must not be one file.
@Suite(.ownThreads)
struct WrittenFilesTests {
  private let scratch = Scratch()

  private static let people = #"printf 'dee\nxqzv-kjwp-fmgh-ty9A\nxqzv-kjwp-fmgh-ty9A\n' | "#

  @Test(arguments: [
    ("--sqlite-path x --record x", "the store"), ("--sqlite-path x --record ./d/../x", "the store"),
    ("--sqlite-path link --record x", "the store"), ("--sqlite-path x --record x-wal", "the store"),
    ("--sqlite-path $PWD/x --record d/../x", "the store"),
    ("--sqlite-path y --record hard", "the store"),
    ("--record out > out", "stdout"), ("--record errors 2> errors", "stderr"),
    ("--sqlite-path out > out", "stdout"),
    ("--sqlite-path x --record state/signup-bot/session.json", "the file of who is signed in"),
  ])
  func `they are refused before anything is created`(words: String, other: String) throws {
    let run = try Program.shell(
      """
      cd \(Program.quoted(scratch.path)); mkdir -p d state/signup-bot; ln -s x link; : > y; ln y hard
      export XDG_STATE_HOME=$PWD/state
      \(Self.people) $BOT --yes \(words); status=$?
      cat errors >&2 2> /dev/null; test -e x || echo none; exit $status
      """)
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.hasSuffix("names a file that is also \(other)\n"), "\(run.errors)")
    #expect(run.output == "none\n")
  }

  @Test func `files that differ are all written`() throws {
    let run = try Program.shell(
      """
      cd \(Program.quoted(scratch.path))
      \(Self.people) $BOT --yes --timeout 60s --sqlite-path x --record y > z 2> w; status=$?
      wc -c < w; cmp y z && sqlite3 x 'SELECT name FROM accounts'; exit $status
      """)
    #expect(run.status == 0 && run.output == "0\ndee\n", "\(run.output)")
  }
}
