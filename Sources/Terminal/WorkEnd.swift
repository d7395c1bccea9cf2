/// Why the display of work in progress ended.
package enum WorkEnd: Equatable, Sendable {
  /// `wake()` was called, possibly for earlier work. Check whether this work is done.
  case woken

  /// Ctrl-C.
  case interrupted

  /// The terminal was closed.
  case hungUp
}
