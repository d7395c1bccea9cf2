import CTerminal

/// A fixed piece of locked memory that bytes are read into and wiped from as they are used.
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

  /// Fills the memory anew. `read` gets all of it and returns how many bytes it put there.
  func fill(_ read: (UnsafeMutableRawPointer, Int) -> Int) -> Int {
    wipe()
    let count = read(memory, capacity)
    end = max(count, 0)
    return count
  }

  /// The next byte, wiped where it stood; nil when there is none.
  func take() -> UInt8? {
    guard next < end else { return nil }
    let byte = memory.load(fromByteOffset: next, as: UInt8.self)
    memory.storeBytes(of: 0, toByteOffset: next, as: UInt8.self)
    next += 1
    return byte
  }

  /// Wipes what was not taken; all else is wiped already.
  func wipe() {
    terminal_wipe(memory + next, end - next)
    next = 0
    end = 0
  }
}
