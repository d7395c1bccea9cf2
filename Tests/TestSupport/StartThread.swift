import Glibc

/// Runs a closure on a new thread, where it may block.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let box = Unmanaged.passRetained(Box(body))
  let code = pthread_create(
    &thread, nil,
    { argument in
      Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().body()
      return nil
    }, box.toOpaque())
  precondition(code == 0, "no thread left")
  pthread_detach(thread)
}
