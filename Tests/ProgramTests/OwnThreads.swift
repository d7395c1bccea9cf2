import TestSupport
import Testing

extension Trait where Self == OwnThreads {
  /// See `OwnThreads`.
  static var ownThreads: Self { OwnThreads() }
}
