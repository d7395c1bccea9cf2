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
  private var printed = ""
  private var recorded = ""

  init(_ host: any Host) {
    self.host = host
  }

  /// Returns a function that writes the lines of one conversation.
  ///
  /// - Parameter settings: The settings of the conversation. All conversations share one recording.
  func lines(_ settings: Settings) throws -> ([OutputLine]) throws -> Void {
    if !isOpen {
      try host.checkFiles(settings)
      recording = try Recording.begin(settings)
      isOpen = true
    }
    let printer = RecordPrinter(format: settings.format ?? .text, catalogue: settings.catalogue)
    return { [self] lines in
      for line in lines { try put(line, printer) }
    }
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

  private func put(_ line: OutputLine, _ printer: RecordPrinter) throws {
    if Watch.tripwire.isBetrayed(by: line, printer.catalogue) {
      // Earlier lines must not be lost.
      for line in line.standIns { add(line, printer) }
      try flush()
      throw SecretLeak(output: "stdout")
    }
    add(line, printer)
    switch line.record {
    case .bot(.works, _), .end: try flush()
    case .shebang, .comment, .setting, .secret, .bot, .you, .key: break
    }
  }

  private func add(_ line: OutputLine, _ printer: RecordPrinter) {
    printed += printer.print(line)
    if recording != nil { recorded += line.text + "\n" }
  }
}
