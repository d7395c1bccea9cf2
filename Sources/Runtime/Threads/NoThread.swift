/// The error if the system can't create a thread: the user has too many, or there is no memory for
/// its stack.
package struct NoThread: Error, Equatable, CustomStringConvertible {
  package init() {}

  package var description: String {
    "can't create another thread (ulimit -u, ulimit -v)"
  }
}
