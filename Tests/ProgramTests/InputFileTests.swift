import Foundation
import Testing

/// Paths that the program is told to read and that are not regular files.
@Suite(.ownThreads)
struct InputFileTests {
  private let scratch = Scratch()

  /// Command lines, in which `PATH` stands for the path, and their exit statuses.
  static let readers: [(String, Int32)] = [
    ("$BOT PATH", 74), ("$BOT --policy ./PATH < /dev/null", 78),
    ("$BOT --policy PATH < /dev/null", 78), ("$BOT replay PATH", 74),
    ("printf '@ transcript 1\\n@ policy ./PATH\\nyou> a\\n' | $BOT", 65),
    ("printf '@ transcript 1\\n@ policy PATH\\nyou> a\\n' > t.chat; $BOT replay t.chat", 65),
    (
      "printf '@ transcript 1\\n@ mock-latency 0s\\n@ secret a file:PATH\\nyou> ann\\nkey> a\\n' | $BOT",
      65
    ),
    (
      "printf 'octodog\\n' | $BOT --scim-url http://127.0.0.1:9 --scim-token-file PATH", 78
    ),
    ("mkdir -p .config/signup-bot; ln -s $HOME/PATH .config/signup-bot/config.json; $BOT < t", 78),
    ("$BOT --record PATH < /dev/null", 78),
  ]

  @Test(arguments: readers, ["fifo", "link", "folder", "device"])
  func `F85 anything except a regular file is refused without waiting for it`(
    reader: (String, Int32), kind: String
  ) throws {
    let line = reader.0.replacing("PATH", with: kind)
    // `replay` accepts a folder.
    if kind == "folder" && line.hasPrefix("$BOT replay folder") { return }
    let run = try scratch.shell(
      "mkfifo fifo; ln -s fifo link; mkdir folder; ln -s /dev/zero device; touch t;"
        + " timeout 120 bash -c \(Program.quoted(line))")
    #expect(run.status == reader.1 && !run.isSignal, "\(run.status) \(run.output)\(run.errors)")
    #expect(!(run.output + run.errors).isEmpty)
  }

  @Test(arguments: [
    "", "--accounts sqlite --yes", "replay transcripts", "replay --watch transcripts", "doctor",
    "accounts list --accounts sqlite", "--accounts github", "policy", "whoami",
  ])
  func `if too few files may be open, an error says so`(words: String) throws {
    // A soft limit that the process can raise has no effect.
    let soft = try Program.shell("echo ann | (ulimit -Sn 20; exec $BOT policy)")
    #expect(soft.status == 0)
    let run = try Program.shell("echo ann | prlimit --nofile=10:10 timeout 120 $BOT \(words)")
    #expect(run.status == 78 && run.output.isEmpty, "\(run)")
    #expect(run.errors.contains("too few (ulimit -n)"))
  }

  @Test func `pipes and files that a shell opens are read`() throws {
    for line in [
      "$BOT <(printf 'octodog\\nabc\\n')", "printf 'octodog\\nabc\\n' | $BOT /dev/stdin",
      "printf 'octodog\\nabc\\n' > t; $BOT /dev/stdin < t",
    ] {
      let run = try scratch.shell("timeout 120 bash -c \(Program.quoted(line))")
      #expect(run.output.contains("you> octodog\n") && run.status == 1, "\(line) \(run)")
    }
  }
}
