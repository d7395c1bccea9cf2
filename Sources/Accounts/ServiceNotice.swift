/// What a service reports during a call, such as that its server asked it to wait. Notices are for
/// display only: they change nothing, and there may be no listener.
package enum ServiceNotice {
  /// Receives the notices of a task's calls. This is a class because optimised code crashes if a
  /// closure is bound to a task-local value (Swift 6.3.1).
  package final class Listener: Sendable {
    let hear: @Sendable (Message) -> Void

    package init(_ hear: @escaping @Sendable (Message) -> Void) {
      self.hear = hear
    }
  }

  /// The listener for the calls of this task; `nil` if there is none.
  @TaskLocal package static var listener: Listener?

  package static func post(_ message: Message) { listener?.hear(message) }
}
