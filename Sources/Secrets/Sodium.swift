import CSodium
import Glibc
import Synchronization

/// The only place that initialises libsodium and allocates guarded memory from it.
enum Sodium {
  /// Initialises the library once, for its random source and its choice of implementations.
  static let ready: Void = {
    if sodium_init() < 0 { end("libsodium could not be started") }
  }()

  /// Allocates memory that is locked (as far as the system's limit allows), excluded from core
  /// dumps, protected by guard pages, and wiped when it is freed. If there is none, it ends the
  /// program with a message: continuing would put a secret into ordinary memory.
  ///
  /// Such an allocation takes about ten system calls, so pieces of the usual size are wiped and
  /// kept for the next secret.
  static func allocate(_ size: Int) -> UnsafeMutableRawPointer {
    guard size <= pieceSize else { return guarded(size) }
    let piece = pieces.withLock { $0.popLast() }?.memory ?? guarded(pieceSize)
    // The end lies at the guard page, as in an allocation of exactly this size.
    return piece + (pieceSize - size)
  }

  /// - Parameter size: The size with which it was allocated.
  static func free(_ memory: UnsafeMutableRawPointer, _ size: Int) {
    guard size <= pieceSize else { return sodium_free(memory) }
    let piece = memory - (pieceSize - size)
    sodium_memzero(memory, size)
    let isKept = pieces.withLock { pieces in
      if pieces.count == piecesKept { return false }
      pieces.append(Piece(piece))
      return true
    }
    if !isKept { sodium_free(piece) }
  }

  /// In bytes. Longer than almost all secrets, and less than a page together with what libsodium
  /// adds.
  private static let pieceSize = 256
  private static let piecesKept = 64
  private static let pieces = Mutex<[Piece]>([])

  /// An unused piece, which may move to another thread.
  private struct Piece: @unchecked Sendable {
    let memory: UnsafeMutableRawPointer

    init(_ memory: UnsafeMutableRawPointer) {
      self.memory = memory
    }
  }

  private static func guarded(_ size: Int) -> UnsafeMutableRawPointer {
    _ = ready
    guard let memory = sodium_malloc(size) else { end("no locked memory is left for a secret") }
    return memory
  }

  /// Ends the program with status 74, after the exit handlers have run, such as the one that
  /// restores the terminal.
  private static func end(_ why: StaticString) -> Never {
    for text in ["signup-bot: ", why, "\n"] as [StaticString] {
      _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }
    exit(74)
  }
}
