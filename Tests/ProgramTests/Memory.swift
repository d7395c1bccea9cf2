import Foundation
import TestSupport

/// Another process's memory.
struct Memory {
  struct Region: CustomStringConvertible {
    let range: Range<UInt64>
    let name: String
    /// The region's VmFlags in smaps: `dd` means not dumped, `lo` means locked.
    let flags: [Substring]
    var description: String { "\(name) \(String(range.lowerBound, radix: 16)) \(flags)" }
  }

  let pid: pid_t
  let regions: [Region]

  init(of pid: pid_t) throws {
    self.pid = pid
    let lines = try Self.text(of: "/proc/\(pid)/smaps").split(separator: "\n")
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

  /// Reads a file in `/proc`. Foundation would take the first chunk of such a file for the whole.
  private static func text(of path: String) throws -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Spawn.Failure(code: errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(file, &piece, piece.count), count > 0 {
      bytes += piece.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func regions(holding text: String) throws -> [Region] {
    let memory = open("/proc/\(pid)/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0 else { throw Spawn.Failure(code: errno) }
    defer { close(memory) }
    let wanted = Data(text.utf8)
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    // Only writable memory can contain the text.
    return regions.filter { $0.flags.contains("wr") }.filter { region in
      // The chunks overlap, so that a match across two of them is whole in the second.
      let step = bytes.count - wanted.count
      for start in stride(from: region.range.lowerBound, to: region.range.upperBound, by: step) {
        let room = min(bytes.count, Int(region.range.upperBound - start))
        let count = pread(memory, &bytes, room, off_t(Int64(bitPattern: start)))
        if count > 0, Data(bytes[..<count]).range(of: wanted) != nil { return true }
      }
      return false
    }
  }
}
