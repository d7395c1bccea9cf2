import Chat
import Conversation
import Transcripts

/// Where a run's conversations go: stdout in the format asked for, and the recording if one is wanted.
/// Lines are gathered, and written before anything takes time or can't be taken back: before input is
/// waited for, before the service is called, and at an end.
final class Outlet {
  private let stdout = OutputStream(descriptor: 1, name: "stdout")
  private var recording: Recording?
  private var isOpen = false
  private var printed = ""
  private var recorded = ""

  /// Where one conversation's lines go.
  ///
  /// - Parameter settings: the conversation's; the recording is the same for all.
  func lines(_ settings: Settings) throws -> ([OutputLine]) throws -> Void {
    if !isOpen {
      recording = try Recording.begin(settings)
      isOpen = true
    }
    let printer = RecordPrinter(settings.format ?? .text, settings.catalogue)
    return { [self] lines in
      for line in lines { try put(line, printer, settings.catalogue) }
    }
  }

  /// Writes what has been gathered.
  func flush() throws(StreamFailure) {
    defer {
      printed.removeAll(keepingCapacity: true)
      recorded.removeAll(keepingCapacity: true)
    }
    if !printed.isEmpty { try stdout.write(printed) }
    if !recorded.isEmpty { try recording?.write(recorded) }
  }

  private func put(
    _ line: OutputLine, _ printer: RecordPrinter, _ catalogue: Catalogue
  ) throws {
    if Watch.tripwire.isBetrayed(by: line, catalogue) {
      // What was said before is not lost with it.
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
