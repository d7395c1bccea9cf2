/// A message and its tone.
package struct Utterance: Hashable, Sendable {
  package let tone: Tone
  package let message: Message

  package init(_ tone: Tone, _ message: Message) {
    self.tone = tone
    self.message = message
  }
}
