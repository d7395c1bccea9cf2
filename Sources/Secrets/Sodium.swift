import CSodium

/// The one place that readies libsodium and asks it for guarded memory.
enum Sodium {
  /// Readies the library once; its random source and its choice of implementations need it.
  static let ready: Void = {
    precondition(sodium_init() >= 0, "libsodium could not be started")
  }()

  /// Memory that is locked (as far as the system's limit allows), left out of core dumps, fenced by
  /// guard pages and wiped when it is freed. It ends the program when there is none: going on
  /// without it would put a secret into ordinary memory.
  static func allocate(_ size: Int) -> UnsafeMutableRawPointer {
    _ = ready
    guard let memory = sodium_malloc(size) else {
      fatalError("no locked memory left for a secret")
    }
    return memory
  }

  static func free(_ memory: UnsafeMutableRawPointer) {
    sodium_free(memory)
  }
}
