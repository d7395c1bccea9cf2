import CTerminal

/// A fixed-size buffer in locked memory. Each byte is wiped when it is taken.
final class LockedBytes {
  private let memory: UnsafeMutableRawPointer
  private let capacity: Int
  private var next = 0
  private var end = 0

  init(capacity: Int) {
    self.capacity = capacity
    memory = terminal_locked_memory(capacity)
  }

  deinit {
    terminal_locked_memory_free(memory, capacity)
  }

  var isEmpty: Bool { next == end }

  /// Refills the buffer.
  ///
  /// - Parameter read: Fills the given memory, and returns the number of bytes written.
  func fill(_ read: (UnsafeMutableRawPointer, Int) -> Int) -> Int {
    wipe()
    let count = read(memory, capacity)
    end = max(count, 0)
    return count
  }

  /// Takes and wipes the next byte, or returns `nil` if there is none.
  func take() -> UInt8? {
    guard next < end else { return nil }
    let byte = memory.load(fromByteOffset: next, as: UInt8.self)
    memory.storeBytes(of: 0, toByteOffset: next, as: UInt8.self)
    next += 1
    return byte
  }

  /// Wipes the bytes that have not been taken.
  func wipe() {
    terminal_wipe(memory + next, end - next)
    next = 0
    end = 0
  }
}
