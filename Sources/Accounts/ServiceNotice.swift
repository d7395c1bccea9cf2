/// What a service reports during a call, such as that its server asked it to wait. Notices are for
/// display only: they change nothing, and there may be no listener.
package enum ServiceNotice: Hashable, Sendable {
  /// A try has failed, and the next one follows.
  case triesAgain
  /// The server asked for a pause of this many seconds.
  case waits(seconds: Int)

  /// Receives the notices of a task's calls. This is a class because optimised code crashes if a
  /// closure is bound to a task-local value (Swift 6.3.1).
  package final class Listener: Sendable {
    let hear: @Sendable (ServiceNotice) -> Void

    package init(_ hear: @escaping @Sendable (ServiceNotice) -> Void) {
      self.hear = hear
    }
  }

  /// The listener for the calls of this task; `nil` if there is none.
  @TaskLocal package static var listener: Listener?

  package static func post(_ notice: ServiceNotice) { listener?.hear(notice) }
}
