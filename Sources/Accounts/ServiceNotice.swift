/// What a service has to say while a call goes on, such as that it waits because its server asked it to.
/// It is for screens: it changes nothing, and nobody may be listening.
package enum ServiceNotice {
  /// Who listens to the calls of a task. An object, because optimised code crashes that binds a function to a
  /// task (Swift 6.3.1).
  package final class Listener: Sendable {
    let hear: @Sendable (Message) -> Void

    package init(_ hear: @escaping @Sendable (Message) -> Void) {
      self.hear = hear
    }
  }

  /// Who listens to the calls of this task; nil for nobody.
  @TaskLocal package static var listener: Listener?

  package static func post(_ message: Message) { listener?.hear(message) }
}
