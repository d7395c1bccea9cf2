import Foundation
import Testing

/// F51: a planted password is searched for everywhere.
@Suite(.ownThreads)
struct PlantedPasswordTests {
  private let scratch = Scratch()

  static let planted = "Zyx9-planted-Qwv7"

  /// A terminal at the review, with the planted password entered twice.
  private func terminal() throws -> TestTerminal {
    let terminal = try TestTerminal(
      "cd $HOME; ulimit -c unlimited; exec $BOT --mock-latency 0s --mock-failures 0/1 --seed 1 "
        + "--record $HOME/r.chat 2> $HOME/errors", scratch: scratch)
    try terminal.waitForLine("Username?")
    terminal.enter("octodog")
    try terminal.waitForLine("Password?")
    // The password is typed, killed and typed again, which exercises all of libedit's buffers. The
    // yank in between yields nothing.
    terminal.type(Self.planted + "\u{15}\u{19}" + Self.planted)
    try terminal.answer([
      "Password?" + String(repeating: "•", count: Self.planted.count): "",
      "Password again?": Self.planted,
    ])
    try terminal.waitForLine("Sign up as octodog? (Y/n)")
    return terminal
  }

  @Test func `F51 a password appears in no file, no process list and on no screen`() throws {
    let terminal = try terminal()
    let process = "/proc/\(terminal.pid!)/"
    for name in ["environ", "cmdline", "comm", "status"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: process + name))
      #expect(bytes.range(of: Data(Self.planted.utf8)) == nil, "\(name)")
    }
    terminal.enter("yes")
    try terminal.waitForText("You are signed up as octodog")
    #expect(try terminal.waitForChange() == .exited(0))
    #expect(!terminal.bytes.contains(Self.planted))
    #expect(try !terminal.story().contains(Self.planted))
    try expectNoFile()
    #expect(try scratch.text("r.chat").contains("end> signed-up"))
  }

  @Test func `F51 a crash leaves no core file, even if the limit allows one`() throws {
    let terminal = try terminal()
    let limits = try String(
      contentsOfFile: "/proc/\(terminal.pid!)/limits", encoding: .utf8)
    let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core") })
    #expect(line.split(separator: " ").contains("0"))
    try terminal.send(SIGSEGV)
    #expect(try terminal.waitForChange() == .signalled(by: SIGSEGV))
    try expectNoFile()
  }

  /// Reads another process's memory, which not every system allows.
  @Test(.enabled(if: ownsChildrensMemory))
  func `F51 a password is only in memory that is neither dumped nor paged out`() throws {
    let terminal = try terminal()
    let regions = try Memory(of: terminal.pid!).regions(holding: Self.planted)
    #expect(!regions.isEmpty, "the search finds nothing at all")
    for region in regions {
      #expect(region.flags.contains("dd"), "\(region)")
      #expect(region.flags.contains("lo") || Self.locksLittle, "\(region)")
    }
  }

  static let gone = [
    ("refused", "\r", "Password different Password again?"),
    ("cleared", "\u{3}", "Password again?"),
  ]

  @Test(.enabled(if: ownsChildrensMemory), arguments: gone)
  func `F51 a secret that is refused or cleared is wiped from memory`(
    how: String, key: String, line: String
  ) throws {
    let terminal = try Moment.repeated.reach()
    terminal.type(Self.planted)
    let dots = String(repeating: "•", count: "Secret".count + Self.planted.count)
    try terminal.waitForLine("Password again?" + dots)
    let memory = try Memory(of: terminal.pid!)
    #expect(try !memory.regions(holding: Self.planted).isEmpty)
    terminal.type(key)
    try terminal.waitForLine(line)
    try terminal.wait(for: "no trace of the secret") {
      try Memory(of: terminal.pid!).regions(holding: Self.planted).isEmpty
    }
  }

  /// Expects that no file that the program could have created contains the password.
  private func expectNoFile() throws {
    let names = FileManager.default.enumerator(atPath: scratch.path)?.compactMap { $0 as? String }
    for name in try #require(names) {
      let path = scratch.path + "/" + name
      var isFolder: ObjCBool = false
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(bytes.range(of: Data(Self.planted.utf8)) == nil, "\(name)")
      #expect(!name.hasPrefix("core"))
    }
  }

  /// Whether so little memory may be locked that the rest of the protection must suffice.
  private static let locksLittle = {
    var limit = rlimit()
    // 8 is RLIMIT_MEMLOCK, which Glibc's module lacks.
    getrlimit(__rlimit_resource_t(8), &limit)
    return limit.rlim_cur < 1 << 20
  }()

  static let ownsChildrensMemory =
    (try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8))
    .map { (Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 3) < 2 } ?? true
}
