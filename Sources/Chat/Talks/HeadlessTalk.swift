import Conversation
import Runtime
import Transcripts

/// Conducts conversations with a program: events in, records out.
struct HeadlessTalk {
  let settings: Settings
  let name: String
  let host: any Host
  let time: any Time

  /// Returns the exit status: the worst of all conversations, and at least that of malformed input
  /// if a line could not be used.
  func run(_ lines: sending LineReader) throws -> Int32 {
    if settings.record != nil {
      Exit.complain("--record can't be used with a program's events; stdout has all records")
      throw Exit.usage
    }
    try host.checkFiles(settings)
    let stdout = OutputStream(descriptor: 1, name: "stdout")
    let requests = try RequestStream(lines, settings.vocabulary, in: time)
    let printer = RecordPrinter(format: .jsonl, catalogue: settings.catalogue)
    let tally = Tally()
    // The last line of the input that has been used or passed over.
    var lastLine = 0
    func reached(_ place: StopReport.Place) {
      if settings.repeats { StopReport.shared.reached(place, of: name, tally) }
    }
    var (errors, unasked) = (0, 0)
    var saysStarted = false
    var endedWell = false
    repeat {
      let settings = settings(for: requests, after: tally.conversations)
      Watch.tripwire.reset()
      reached(.before(line: lastLine + 1))
      let frontend = HeadlessFrontend(requests, settings) { line, isFirst in
        lastLine = line
        if isFirst { reached(.at(line: line)) }
      } write: { record in
        if Watch.tripwire.isBetrayed(by: record, settings.catalogue) {
          throw SecretLeak(output: "stdout")
        }
        try stdout.write(printer.print(record))
      }
      try frontend.begin()
      let driver = settings.driver(
        frontend, try host.service(settings, time.clock), in: time,
        tripwire: Watch.tripwire, memory: host.memory(settings, offersUsername: false),
        witness: Witness())
      do {
        let outcome = try driver.run()
        tally.add(outcome)
        endedWell = outcome.exitStatus == 0
      } catch let leak as SecretLeak {
        let conversation = driver.conversation
        let end = Watch.tripwire.end(conversation.outcomeIfLeft)
        for line in [.breaksOff, end] { try stdout.write(printer.print(line)) }
        Exit.complain(Exit.words(for: leak, conversation.consequence))
        StopReport.shared.told()
        tally.brokeOff(conversation.achieved)
        endedWell = false
      }
      errors += frontend.errors
      saysStarted = saysStarted || frontend.wasStarted
      guard settings.repeats else { break }
      reached(.before(line: lastLine + 1))
      try requests.skipToNextPerson(mayStartUnsaid: endedWell && !saysStarted) { line in
        lastLine = line
        // After a failed conversation, the rest belongs to the same person. After a successful one,
        // it was meant for something and is an error.
        if endedWell { errors += 1 } else { unasked += 1 }
        try stdout.write(printer.print(.error(line: line, why: Self.whyUnasked)))
      }
    } while requests.hasNext()
    if errors + unasked > 0 {
      Exit.complain("\(name): lines that could not be used: \(errors + unasked)")
    }
    if errors > 0 { tally.add(status: Exit.malformed.rawValue) }
    if tally.conversations > 1 { Exit.complain(tally.summary) }
    StopReport.shared.runEnded()
    return tally.status
  }

  /// Returns the settings of the next conversation. Without `started`, a text after a sign-up may be
  /// the next person's name, so no offer or choice is asked that could take it.
  private func settings(for requests: RequestStream, after conversations: Int) -> Settings {
    let next = settings.after(UInt64(conversations))
    return next.repeats && requests.hasNext() && !requests.startsNext ? next.withoutChoices : next
  }

  private static let whyUnasked =
    "no conversation is in progress; nothing is used before the next \"started\""
}
