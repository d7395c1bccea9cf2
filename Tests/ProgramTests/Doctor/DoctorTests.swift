import Foundation
import Testing

@testable import signup_bot

/// `signup-bot doctor` tells the truth: it never reports "ok" for something that wouldn't work, and
/// each finding says what to do.
@Suite(.ownThreads)
struct DoctorTests {
  private let scratch = Scratch()

  private static let hasNamespaces = RestrictedTests.hasNamespaces

  /// The lines of the output that report a warning or an error.
  private func complaints(_ run: Program.Run) -> [String] {
    run.output.split(separator: "\n").map(String.init).filter {
      $0.hasPrefix("warning") || $0.hasPrefix("error")
    }
  }

  @Test func `a store whose folder can't be created is an error`() throws {
    let run = try Program.shell("$BOT doctor --accounts sqlite --sqlite-path /proc/no/x.sqlite")
    #expect(run.status == 78)
    #expect(complaints(run).contains { $0.contains("/proc/no/x.sqlite") }, "\(run.output)")
    #expect(run.output.contains("-> use a folder that you can write to"))
  }

  @Test(.enabled(if: hasNamespaces, "no file system can be mounted here"), arguments: [64, 900])
  func `F66 a file system that is too small for a store is an error`(kibibytes: Int) throws {
    let run = try scratch.shell(
      """
      unshare -rm bash -c 'mkdir $HOME/t; mount -t tmpfs -o mode=700,size=\(kibibytes)k none $HOME/t
      $BOT doctor --accounts sqlite --sqlite-path $HOME/t/a/x.sqlite; S=$?; ls -A $HOME/t >&2; exit $S'
      """)
    #expect(run.status == 78)
    #expect(complaints(run).contains { $0.contains("sqlite space: \(kibibytes) KiB") })
    #expect(
      complaints(run).contains { $0.contains("no space is left on the device") }, "\(run.output)")
    #expect(run.errors.isEmpty, "nothing is left behind")
  }

  @Test(.enabled(if: hasNamespaces, "no file system can be mounted here"))
  func `a read-only file system is an error`() throws {
    let run = try scratch.shell(
      """
      unshare -rm bash -c 'mkdir $HOME/t; mount -t tmpfs -o mode=700,ro none $HOME/t
      $BOT doctor --accounts sqlite --sqlite-path $HOME/t/x.sqlite'
      """)
    #expect(run.status == 78 && complaints(run).contains { $0.hasPrefix("error") })
  }

  @Test func `F66 a limit on the size of files is an error`() throws {
    let run = try scratch.shell("ulimit -f 100; $BOT doctor --accounts sqlite")
    #expect(run.status == 78 && !run.isSignal)
    #expect(
      complaints(run).contains { $0.contains("no space is left on the device") }, "\(run.output)")
  }

  @Test func `an unknown terminal is reported`() throws {
    let run = try Program.shell("TERM=bogus $BOT doctor")
    #expect(
      complaints(run) == ["warning  terminal: TERM is bogus, which this system does not know"])
    #expect(complaints(try Program.shell("TERM=xterm $BOT doctor")).isEmpty)
  }

  @Test(arguments: ["zh_CN.GB18030", "de_DE", "xx_XX.UTF-8"])
  func `a locale that is not installed or not UTF-8 is reported`(name: String) throws {
    for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
      let run = try Program.shell("\(variable)=\(name) $BOT doctor")
      let told = complaints(run)
      #expect(told.count == 1 && told[0].contains("\(variable) is \(name), "), "\(run.output)")
    }
  }

  @Test(arguments: ["C", "POSIX", "C.UTF-8"])
  func `a locale in which UTF-8 works is ok`(name: String) throws {
    #expect(complaints(try Program.shell("LC_ALL=\(name) $BOT doctor")).isEmpty)
  }

  @Test func `a policy that no answer can satisfy is refused, and the error names the rule`() throws
  {
    let rules = """
      [{"test": "minimum", "limit": 9, "refusal": "tooShort"},
       {"test": "maximum", "limit": 3, "refusal": "usernameTooLong"}]
      """
    try scratch.file(
      "p.json",
      #"{"name": "p", "username": {"rules": \#(rules)}, "password": {"rules": []}}"#)
    for command in ["doctor", "talk"] {
      let run = try scratch.shell("$BOT \(command) --policy $HOME/p.json")
      #expect(run.status == 78)
      #expect(
        run.errors.contains(
          "username.rules[0].limit is more than the maximum at username.rules[1], 3"),
        "\(run.errors)")
    }
  }

  @Test func `a checkup leaves the store as a single file`() throws {
    try ListedStore.make(in: scratch)
    let run = try scratch.shell("$BOT doctor --accounts sqlite")
    #expect(run.status == 0 && !run.output.contains("error "), "\(run)")
    #expect(try ListedStore.count("accounts", in: scratch) == "1\n")
    #expect(
      try scratch.shell("ls -A $(dirname \(ListedStore.path))").output == "accounts.sqlite\n")
  }
}
