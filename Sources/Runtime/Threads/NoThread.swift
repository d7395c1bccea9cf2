/// The machine has no room for another thread: its user may have no more, or there is no memory for a stack.
package struct NoThread: Error, Equatable, CustomStringConvertible {
  package init() {}

  package var description: String {
    "there is no room for another thread (ulimit -u, ulimit -v)"
  }
}
