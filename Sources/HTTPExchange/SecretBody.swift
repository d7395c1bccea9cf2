#if HTTP
  import NIOCore
  import Secrets
  import Synchronization

  /// A request's body, copied out of locked memory when the connection asks for it, and not before.
  final class SecretBody: Sendable {
    let count: Int
    private let secret: Secret
    private let trace: Trace
    private let copy = Mutex<ByteBuffer?>(nil)

    init(_ secret: Secret, _ trace: Trace) {
      (self.secret, self.trace, count) = (secret, trace, secret.count)
    }

    /// A copy to be sent. It is asked for once, when the connection is made.
    func lend() -> ByteBuffer {
      trace.leaves()
      var buffer = ByteBufferAllocator().buffer(capacity: count)
      _ = secret.withBytes { buffer.writeBytes($0) }
      copy.withLock { $0 = buffer }
      return buffer
    }

    /// Overwrites what was lent. It belongs on the event loop, which sends from the same memory.
    func wipe() {
      copy.withLock { copy in
        guard let buffer = copy else { return }
        buffer.withVeryUnsafeBytes { bytes in
          // By pointer, because a buffer that is held twice is copied before it is changed.
          let memory = UnsafeMutableRawBufferPointer(mutating: bytes)
          memory.initializeMemory(as: UInt8.self, repeating: 0)
        }
        copy = nil
      }
    }
  }
#endif
