#if HTTP
  import NIOCore
  import Secrets
  import Synchronization

  /// A request's body, copied out of locked memory when the connection asks for it, and not before.
  final class SecretBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer
    typealias Failure = Never

    let count: Int
    private let secret: Secret
    private let trace: Trace
    private let copy = Mutex<ByteBuffer?>(nil)

    init(_ secret: Secret, _ trace: Trace) {
      (self.secret, self.trace, count) = (secret, trace, secret.count)
    }

    func makeAsyncIterator() -> Iterator { Iterator(body: self) }

    struct Iterator: AsyncIteratorProtocol {
      fileprivate let body: SecretBody
      private var isDone = false

      fileprivate init(body: SecretBody) { self.body = body }

      mutating func next() async -> ByteBuffer? {
        if isDone { return nil }
        isDone = true
        return body.lend()
      }
    }

    private func lend() -> ByteBuffer {
      // The head has left before the body is asked for.
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
