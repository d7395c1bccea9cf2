import Conversation
import Runtime
import Transcripts

/// The output of a run's conversations: stdout, in the requested format, and the recording, if any.
///
/// Lines are buffered, and flushed before anything that takes time or can't be undone: before
/// waiting for input, before a call to the service, and at the end of a conversation.
final class Outlet {
  private let host: any Host
  private let stdout = OutputStream(descriptor: 1, name: "stdout")
  private var recording: Recording?
  private var isOpen = false
  /// Prints the lines of the conversation that is under way.
  private var printer = RecordPrinter(format: .text, catalogue: .english)
  private var printed = ""
  private var recorded = ""

  init(_ host: any Host) {
    self.host = host
  }

  /// Begins a conversation. All conversations share one recording.
  func begin(_ settings: Settings) throws {
    if !isOpen {
      try host.checkFiles(settings)
      recording = try Recording.begin(settings)
      isOpen = true
    }
    printer = RecordPrinter(format: settings.format ?? .text, catalogue: settings.catalogue)
  }

  /// Writes the buffered lines.
  func flush() throws(StreamFailure) {
    defer {
      printed.removeAll(keepingCapacity: true)
      recorded.removeAll(keepingCapacity: true)
    }
    if !printed.isEmpty { try stdout.write(printed) }
    if !recorded.isEmpty { try recording?.write(recorded) }
  }

  /// Writes a line of the conversation.
  func write(_ line: OutputLine) throws {
    if Watch.tripwire.isBetrayed(by: line, printer.catalogue) {
      // Earlier lines must not be lost.
      line.standIns.forEach(add)
      try flush()
      throw SecretLeak(output: "stdout")
    }
    add(line)
    switch line.record {
    case .bot(.works, _), .end: try flush()
    case .shebang, .comment, .setting, .secret, .bot, .you, .key: break
    }
  }

  private func add(_ line: OutputLine) {
    printed += printer.print(line)
    if recording != nil { recorded += line.text + "\n" }
  }
}
