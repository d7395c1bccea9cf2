import ArgumentParser
import Chat
import Conversation
import Transcripts

/// Holds the conversation with a program: events in, records out.
struct HeadlessTalk {
  let settings: Settings
  let name: String
  let time: RealTime

  /// Returns the exit status: of the worst of the conversations, and no better than malformed input where
  /// a line could not be used.
  func run(_ lines: sending LineReader) async throws -> Int32 {
    if settings.record != nil {
      Exit.complain("--record can't keep a program's events; the records on stdout tell them all")
      throw Exit.usage
    }
    let stdout = OutputStream(descriptor: 1, name: "stdout")
    let requests = RequestStream(lines, settings.vocabulary)
    var tally = Tally()
    var errors = 0
    repeat {
      let settings = settings.after(UInt64(tally.conversations))
      Watch.tripwire.reset()
      let frontend = HeadlessFrontend(requests, settings) {
        try Watch.check($0, for: "stdout")
        try stdout.write($0)
      }
      try frontend.begin(settings)
      let driver = settings.driver(
        frontend, try Services.shared.make(settings, time), clock: time, executor: time,
        tripwire: Watch.tripwire, memory: Memory(settings, offersUsername: false))
      do {
        tally.add(try await driver.run())
      } catch let leak as SecretLeak {
        // The events that follow may be meant for the conversation that broke off, so that none is used.
        let achieved = driver.conversation.achieved
        Exit.complain(Exit.words(for: leak, achieved))
        tally.brokeOff(achieved)
        break
      }
      errors += frontend.errors
    } while try await continues(requests)
    if errors > 0 {
      Exit.complain("\(name): lines that could not be used: \(errors)")
      tally.add(status: Exit.malformed.rawValue)
    }
    if tally.conversations > 1 { Exit.complain(tally.summary) }
    return tally.status
  }

  private func continues(_ requests: RequestStream) async throws -> Bool {
    guard settings.repeats else { return false }
    return await requests.hasNext()
  }
}
