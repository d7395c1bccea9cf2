/// What a service has to say while a call goes on, such as that it waits because its server asked it to.
/// It is for screens: it changes nothing, and nobody may be listening.
package enum ServiceNotice {
  /// Who listens to the calls of this task; nil for nobody.
  @TaskLocal package static var listener: (@Sendable (Message) -> Void)?

  package static func post(_ message: Message) { listener?(message) }
}
