import Foundation
import Testing

/// As root, `accounts` and `doctor` act on another user's store as that user.
@Suite(.ownThreads, .enabled(if: OtherUser.canBecome, "only root can become another user"))
struct AccountsOfOthersTests {
  private let scratch = Scratch()

  private static let service = "--accounts sqlite --sqlite-path $HOME/s/accounts.sqlite"

  /// Creates a store owned by the user `nobody`, with the account octodog.
  private func make() throws {
    let password = ListedStore.password
    let made = try scratch.shell(
      """
      install -d -o nobody -m 700 $HOME/s
      printf 'octodog\\n\(password)\\n\(password)\\n' | \(OtherUser.start) $BOT \(Self.service) --yes
      """)
    try #require(made.status == 0, "\(made)")
  }

  /// The owners of the files in the store's folder.
  private func owners() throws -> String {
    try scratch.shell("stat -c %U $HOME/s/* | sort -u").output
  }

  @Test func `root lists, shows, disables, enables and removes, and every file keeps its owner`()
    throws
  {
    try make()
    // Another program uses the store before each step, and may leave `-wal` and `-shm` files.
    let steps = [
      ("list", "octodog\t"), ("show octodog", "active"),
      ("disable octodog", "octodog is disabled\n"), ("enable octodog", "octodog is enabled\n"),
      ("remove octodog --yes", "octodog is removed\n"), ("list", ""),
    ]
    for (words, wanted) in steps {
      let run = try scratch.shell(
        """
        sqlite3 $HOME/s/accounts.sqlite 'SELECT 1' > /dev/null
        $BOT accounts \(words) \(Self.service)
        """)
      #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
      #expect(run.output.contains(wanted) || wanted.isEmpty && run.output.isEmpty)
      #expect(try owners() == "nobody\n")
    }
  }

  @Test func `files that SQLite creates next to an open store belong to the store's owner`() throws
  {
    try make()
    // The reader of this listing reads nothing until the owners have been checked.
    let run = try scratch.shell(
      """
      for i in $(seq 3000); do echo "INSERT INTO accounts (name, name_key, password, attempt, created)
      VALUES ('name$i', 'name$i', '', 'a$i', 0);"; done | (echo 'BEGIN;'; cat; echo 'COMMIT;') |
      \(OtherUser.start) sqlite3 $HOME/s/accounts.sqlite
      mkfifo $HOME/f; $BOT accounts list \(Self.service) > $HOME/f & exec 4< $HOME/f
      until [ -e $HOME/s/accounts.sqlite-wal ]; do :; done; stat -c %U $HOME/s/* | sort -u
      grep ^Uid: /proc/$!/status; cat <&4 > /dev/null; wait
      """)
    #expect(run.output == "nobody\nUid:\t65534\t65534\t65534\t65534\n", "\(run)")
  }

  @Test func `doctor tests the store as its owner and says so`() throws {
    try make()
    let run = try scratch.shell("$BOT doctor \(Self.service)")
    #expect(run.status == 0, "\(run)")
    #expect(
      run.output.contains("ok       user: acting as nobody (65534), the owner of the store\n"))
    #expect(try owners() == "nobody\n")
    // If there is no store yet, doctor acts as the owner of the folder, who would create it.
    let none = try scratch.shell("rm $HOME/s/*; $BOT doctor \(Self.service); ls -A $HOME/s")
    #expect(none.output.contains("acting as nobody (65534)") && none.status == 0, "\(none)")
    let missing = try scratch.shell(
      "$BOT accounts list \(Self.service); ls -A $HOME/s >&2; exit 9")
    #expect(missing.errors.contains("there is no store yet") && missing.output.isEmpty)
    // A folder that root can write to and its owner can't is an error.
    let shut = try scratch.shell("chmod 500 $HOME/s; $BOT doctor \(Self.service)")
    #expect(shut.status == 78, "\(shut)")
  }

  @Test(arguments: [
    // A link that belongs to the owner: the file itself, or a folder in its path.
    "ln -s real.sqlite $HOME/s/x.sqlite; P=$HOME/s/x.sqlite",
    "ln -s $HOME/r $HOME/s/l; P=$HOME/s/l/accounts.sqlite",
    // A folder that belongs to a third user, or that everyone can write to.
    "install -d -o games $HOME/g; mv $HOME/s $HOME/g; P=$HOME/g/s/accounts.sqlite",
    "mkdir -m 777 $HOME/g; mv $HOME/s $HOME/g; P=$HOME/g/s/accounts.sqlite",
    "install -d -o games -m 700 $HOME/g; cp -p $HOME/s/* $HOME/g; P=$HOME/g/accounts.sqlite",
  ])
  func `a path that the owner or another user could redirect is refused`(change: String) throws {
    try make()
    let run = try scratch.shell(
      """
      mkdir -m 700 $HOME/r; cp $HOME/s/accounts.sqlite $HOME/r; cp $HOME/s/accounts.sqlite $HOME/s/real.sqlite
      \(change.replacing("P=", with: "chown -h nobody $HOME/s/* 2> $HOME/e; P="))
      $BOT accounts disable octodog --accounts sqlite --sqlite-path $P
      """)
    #expect(run.status == 78 && run.output.isEmpty, "\(run)")
  }

  @Test func `a link that belongs to root, in a folder that belongs to root, is followed`() throws {
    try make()
    let run = try scratch.shell(
      """
      chmod 755 $HOME; ln -s s $HOME/l
      $BOT accounts list --accounts sqlite --sqlite-path $HOME/l/accounts.sqlite
      """)
    #expect(run.status == 0 && run.output.hasPrefix("octodog\t"), "\(run)")
  }

  @Test func `on root's terminal, no pager runs as the store's owner`() throws {
    try make()
    let terminal = try TestTerminal(
      "PAGER='touch \(scratch.path)/s/paged; cat' $BOT accounts list \(Self.service)",
      start: .alone, scratch: scratch)
    try terminal.waitForText("1 account")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/s/paged"))
  }

  @Test func `a user other than root can't open another user's store`() throws {
    let run = try scratch.shell(
      """
      printf 'octodog\\n\(ListedStore.password)\\n\(ListedStore.password)\\n' |
        $BOT --accounts sqlite --sqlite-path $HOME/s/accounts.sqlite --yes > /dev/null
      chmod 755 $HOME/s; \(OtherUser.start) $BOT accounts list \(Self.service)
      """)
    #expect(run.status == 78 && run.output.isEmpty)
  }
}
