import Chat
import Transcripts

/// Where a run's conversations go: stdout in the format asked for, and the recording if one is wanted.
final class Outlet {
  private let stdout = OutputStream(descriptor: 1, name: "stdout")
  private var recording: OutputStream?
  private var isOpen = false

  /// Where one conversation's lines go.
  ///
  /// - Parameter settings: the conversation's; the recording is the same for all.
  func lines(_ settings: Settings) throws -> ([OutputLine]) throws -> Void {
    if !isOpen {
      recording = try settings.record.map { try OutputStream(path: $0) }
      isOpen = true
    }
    let printer = RecordPrinter(settings.format ?? .text, settings.catalogue)
    return { [stdout, recording] lines in
      try stdout.write(lines.map(printer.print).joined())
      try recording?.write(lines.map { $0.text + "\n" }.joined())
    }
  }
}
