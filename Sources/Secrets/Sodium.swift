import CSodium
import Glibc
import Synchronization

/// The one place that readies libsodium and asks it for guarded memory.
enum Sodium {
  /// Readies the library once; its random source and its choice of implementations need it.
  static let ready: Void = {
    if sodium_init() < 0 { end("libsodium could not be started") }
  }()

  /// Memory that is locked (as far as the system's limit allows), left out of core dumps, fenced by
  /// guard pages and wiped when it is freed. It ends the program with a message when there is none: going
  /// on without it would put a secret into ordinary memory.
  ///
  /// Asking the system for such memory takes some ten calls to it, so that pieces of the usual size
  /// are kept, wiped, for the next secret.
  static func allocate(_ size: Int) -> UnsafeMutableRawPointer {
    guard size <= pieceSize else { return guarded(size) }
    let piece = pieces.withLock { $0.popLast() }?.memory ?? guarded(pieceSize)
    // The end lies at the guard page, as in a piece of just this size.
    return piece + (pieceSize - size)
  }

  /// - Parameter size: what it was allocated with.
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

  /// Bytes; longer than nearly all secrets, and less than a page with what libsodium adds.
  private static let pieceSize = 256
  private static let piecesKept = 64
  private static let pieces = Mutex<[Piece]>([])

  /// A piece that belongs to nobody, and may go to another thread.
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

  /// Ends the program with status 74, after everything that is registered for its exit, such as what
  /// restores the terminal.
  private static func end(_ why: StaticString) -> Never {
    for text in ["signup-bot: ", why, "\n"] as [StaticString] {
      _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }
    exit(74)
  }
}
