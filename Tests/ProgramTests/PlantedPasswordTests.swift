import Foundation
import Testing

/// F51: a password that can be found is looked for everywhere.
@Suite(.ownThreads)
struct PlantedPasswordTests {
  static let planted = "Zyx9-planted-Qwv7"

  /// A terminal at the review, the planted password entered twice.
  private func terminal(_ scratch: Scratch) throws -> TestTerminal {
    let terminal = try TestTerminal(
      "cd $HOME; ulimit -c unlimited; exec $BOT --mock-latency 0s --mock-failures 0/1 --seed 1 "
        + "--record $HOME/r.chat 2> $HOME/errors", scratch: scratch)
    try terminal.waitForLine("Username?")
    terminal.enter("octodog")
    try terminal.waitForLine("Password?")
    // Edited, killed and yanked: libedit's buffers see all that they will ever see.
    terminal.type(Self.planted + "\u{15}\u{19}")
    try terminal.waitForLine("Password?" + String(repeating: "•", count: Self.planted.count))
    terminal.enter("")
    try terminal.waitForLine("Password again?")
    terminal.enter(Self.planted)
    try terminal.waitForLine("Sign up as octodog? (yes/no)")
    return terminal
  }

  @Test func `F51 a password stands in no file, no list of processes and on no screen`() throws {
    try Scratch.with { scratch in
      let terminal = try terminal(scratch)
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
      try expectNoFile(in: scratch)
      #expect(try scratch.text("r.chat").contains("end> signed-up"))
    }
  }

  @Test func `F51 a crash leaves no core, even where a core is wanted`() throws {
    try Scratch.with { scratch in
      let terminal = try terminal(scratch)
      let limits = try String(
        contentsOfFile: "/proc/\(terminal.pid!)/limits", encoding: .utf8)
      let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core") })
      #expect(line.split(separator: " ").contains("0"))
      try terminal.send(SIGSEGV)
      #expect(try terminal.waitForChange() == .signalled(by: SIGSEGV))
      try expectNoFile(in: scratch)
    }
  }

  /// Needs to look into another process's memory, which not every system allows.
  @Test(.enabled(if: ownsChildrensMemory))
  func `F51 in memory a password stands only where nothing is dumped or paged out`() throws {
    try Scratch.with { scratch in
      let terminal = try terminal(scratch)
      let regions = try Memory(of: terminal.pid!).regions(holding: Self.planted)
      #expect(!regions.isEmpty, "the search itself finds nothing")
      for region in regions {
        #expect(region.flags.contains("dd") && region.flags.contains("lo"), "\(region)")
      }
    }
  }

  /// Looks through every file that the program could have made.
  private func expectNoFile(in scratch: Scratch) throws {
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

  private static let ownsChildrensMemory =
    (try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8))
    .map { (Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 3) < 2 } ?? true
}

/// Another process's memory.
struct Memory {
  struct Region: CustomStringConvertible {
    let range: Range<UInt64>
    let name: String
    /// smaps' VmFlags: `dd` is not dumped, `lo` is locked.
    let flags: [Substring]
    var description: String { "\(name) \(String(range.lowerBound, radix: 16)) \(flags)" }
  }

  let pid: pid_t
  let regions: [Region]

  init(of pid: pid_t) throws {
    self.pid = pid
    let lines = try String(contentsOfFile: "/proc/\(pid)/smaps", encoding: .utf8)
      .split(separator: "\n")
    var regions: [Region] = []
    var header: [Substring] = []
    for line in lines {
      if line.hasPrefix("VmFlags:") {
        let ends = header[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
        regions.append(
          Region(
            range: ends[0]..<ends[1], name: header.count > 5 ? String(header[5]) : "anonymous",
            flags: line.split(separator: " ").dropFirst().map { $0 }))
      } else if line.first?.isUppercase == false {
        header = line.split(separator: " ")
      }
    }
    self.regions = regions
  }

  func regions(holding text: String) throws -> [Region] {
    let memory = open("/proc/\(pid)/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0 else { throw Spawn.Failure(code: errno) }
    defer { close(memory) }
    let wanted = Data(text.utf8)
    return regions.filter { region in
      // A page at a time: what can't be read is passed over.
      var rest = Data()
      for start in stride(from: region.range.lowerBound, to: region.range.upperBound, by: 1 << 20) {
        var bytes = [UInt8](
          repeating: 0, count: Int(min(1 << 20, region.range.upperBound - start)))
        let count = pread(memory, &bytes, bytes.count, off_t(Int64(bitPattern: start)))
        guard count > 0 else { return false }
        rest += bytes.prefix(count)
        if rest.range(of: wanted) != nil { return true }
        rest = rest.suffix(wanted.count)
      }
      return false
    }
  }
}
