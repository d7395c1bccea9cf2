import Glibc

/// A second stack for a thread, which signal handlers use that ask for one (SA_ONSTACK). When the thread's
/// own stack has run out, a handler can then still run, and put the terminal's mode back.
package enum SignalStack {
  /// Bytes. The kernel's own part of it is up to 12 KiB, with the registers of today's processors.
  private static let size = 65_536

  /// Gives this thread one for as long as the program runs. One that it has already stays.
  package static func keepForThisThread() {
    var current = stack_t()
    guard sigaltstack(nil, &current) == 0, current.ss_flags & CInt(SS_DISABLE) != 0 else {
      return
    }
    _ = begin()
  }

  /// Gives this thread one while `body` runs. Without memory for it, the thread goes without.
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
