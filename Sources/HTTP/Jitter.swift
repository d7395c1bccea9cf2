import Synchronization

/// Draws the random pauses. It is safe to use from concurrent calls.
final class Jitter: Sendable {
  private let generator: Mutex<any RandomNumberGenerator & Sendable>

  init(_ generator: any RandomNumberGenerator & Sendable) {
    self.generator = Mutex(generator)
  }

  /// Returns a uniformly distributed duration from zero to `limit`, in whole milliseconds.
  func draw(_ limit: Duration) -> Duration {
    let (seconds, attoseconds) = limit.components
    let milliseconds = max(seconds * 1000 + attoseconds / 1_000_000_000_000_000, 0)
    return .milliseconds(generator.withLock { Self.number(upTo: UInt64(milliseconds), from: &$0) })
  }

  private static func number(
    upTo limit: UInt64, from generator: inout some RandomNumberGenerator
  ) -> UInt64 {
    UInt64.random(in: 0...limit, using: &generator)
  }
}
