import Glibc

/// An alternate stack for signal handlers that request one (SA_ONSTACK). If the thread's own stack
/// has overflowed, a handler can still run and restore the terminal mode.
package enum SignalStack {
  /// In bytes. The kernel itself needs up to 12 KiB for the registers of current processors.
  private static let size = 65_536

  /// Gives this thread a signal stack for the life of the program, unless it already has one.
  package static func keepForThisThread() {
    var current = stack_t()
    guard sigaltstack(nil, &current) == 0, current.ss_flags & CInt(SS_DISABLE) != 0 else {
      return
    }
    _ = begin()
  }

  /// Gives this thread a signal stack while `body` runs. If there is no memory, it runs without
  /// one.
  static func withOne(_ body: () -> Void) {
    let memory = begin()
    body()
    if let memory { end(memory) }
  }

  private static func begin() -> UnsafeMutableRawPointer? {
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    var stack = stack_t(ss_sp: memory, ss_flags: 0, ss_size: size)
    guard sigaltstack(&stack, nil) == 0 else {
      munmap(memory, size)
      return nil
    }
    return memory
  }

  private static func end(_ memory: UnsafeMutableRawPointer) {
    var none = stack_t()
    none.ss_flags = CInt(SS_DISABLE)
    guard sigaltstack(&none, nil) == 0 else { return }
    munmap(memory, size)
  }
}
