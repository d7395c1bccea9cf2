import Accounts
import Glibc

/// Random test cases, each with its own seed, so that a failing case can be run alone:
/// `FUZZ_SEED=17 swift test --filter NAME`.
package struct FuzzCase {
  package var random: SplitMix64
  private let seed: UInt64

  /// The name of the case for failure messages.
  package var name: String { "FUZZ_SEED=\(seed)" }

  /// Returns `count` cases; only one if the environment specifies a seed.
  package static func cases(_ count: Int) -> [FuzzCase] {
    if let seed = getenv("FUZZ_SEED").flatMap({ UInt64(String(cString: $0)) }) {
      return [FuzzCase(seed: seed)]
    }
    return (0..<UInt64(count)).map(FuzzCase.init)
  }

  private init(seed: UInt64) {
    self.seed = seed
    random = SplitMix64(seed: seed)
  }

  package mutating func next() -> UInt64 { random.next() }

  package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  package mutating func happens(_ percent: Int) -> Bool { below(100) < percent }

  package mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

  /// Returns a text with a few changes: ranges removed, duplicated or moved, bytes replaced, pieces
  /// inserted.
  package mutating func mutated(_ text: [UInt8], _ pieces: [String]) -> [UInt8] {
    var text = text
    for _ in 0...below(3) {
      let start = below(text.count + 1)
      let end = min(start + below(below(8) == 0 ? text.count + 1 : 12), text.count)
      switch below(6) {
      case 0: text.removeSubrange(start..<end)
      case 1: text.insert(contentsOf: text[start..<end], at: start)
      case 2: text.insert(contentsOf: text[start..<end], at: below(text.count + 1))
      case 3 where start < text.count: text[start] = UInt8(below(256))
      case 4: text.replaceSubrange(start..<end, with: pick(pieces).utf8)
      default: text.insert(contentsOf: pick(pieces).utf8, at: start)
      }
    }
    return text
  }
}

/// Limits a child process to 10 seconds of processor time, far more than any linear algorithm
/// needs.
package func limitProcessorTime() {
  var limit = rlimit(rlim_cur: 10, rlim_max: 10)
  setrlimit(__rlimit_resource_t(UInt32(RLIMIT_CPU.rawValue)), &limit)
}
