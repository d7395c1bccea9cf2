import Accounts
import Conversation
import Glibc
import Runtime
import Terminal
import Transcripts

/// Conducts a conversation at a terminal.
package struct TerminalTalk {
  private let given: RawSettings
  private let host: any Host
  private let time: any Time

  /// - Parameter given: The settings of the command line.
  package init(given: RawSettings, host: any Host, time: any Time) {
    (self.given, self.host, self.time) = (given, host, time)
  }

  package func run() throws -> Outcome {
    let settings = try host.settings(given)
    if settings.format == .jsonl {
      Exit.complain("--format jsonl can't be used when the input is a terminal")
      throw Exit.usage
    }
    if settings.checks {
      throw settings.error(.check, "compares a transcript, and a terminal gives none")
    }
    // A configuration file may have set it for pipes.
    if given[.repeats] != nil, settings.repeats {
      throw settings.error(.repeats, "reads people's lines from a pipe or a file")
    }
    try host.checkFiles(settings)
    let screen = try screen()
    var style = host.style(settings)
    style.words = [
      .ok: settings.catalogue.words(for: Message(.plainOK)),
      .failed: settings.catalogue.words(for: Message(.plainError)),
    ]
    let accounts = try host.service(settings, time.clock)
    let recorder = try recorder(settings, stdoutIsScreen: screen == 1)
    let terminal = try openTerminal(screen, style)
    if terminal.isPlain {
      style.isPlain = true
      style.ink = .none
      style.hasLinks = false
    }
    let frontend = TerminalFrontend(
      terminal: terminal, style: style, catalogue: settings.catalogue,
      vocabulary: settings.vocabulary, recorder: recorder, saysYes: settings.yes,
      aside: settings.services.name == .mock ? Message(.rehearsal) : nil,
      clock: time.clock, opener: { [host] in host.open($0) })
    do {
      let outcome = try settings.driver(
        frontend, accounts, in: time, tripwire: Watch.tripwire,
        memory: host.memory(settings, offersUsername: true),
        witness: Witness()
      ).run()
      // After an interrupt, closing the terminal ends the program.
      let finishing = Result { try Recording.finish() }
      if case .interrupted = outcome { terminal.endByInterrupt() }
      terminal.close()
      try finishing.get()
      if let why = Exit.words(for: outcome) { Exit.complain(why) }
      if recorder?.isCutShort == true {
        throw SecretLeak(output: "the recording, which is cut short")
      }
      return outcome
    } catch {
      terminal.close()
      throw error
    }
  }

  /// Returns the descriptor to draw on: stdout or, if it is redirected, the controlling terminal.
  private func screen() throws -> Int32 {
    if host.isTerminal(1) { return 1 }
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw StreamFailure(direction: .open, name: "/dev/tty")
    }
    return descriptor
  }

  private func openTerminal(_ screen: Int32, _ style: Style) throws -> Terminal {
    do {
      return try Terminal(input: 0, output: screen, term: style.term, plain: style.isPlain)
    } catch {
      Exit.complain("the terminal can't be used: \(error)")
      throw Exit.failedStream
    }
  }

  /// Returns a writer that records the conversation in the file of `--record` and on a redirected
  /// stdout, or `nil` if there is neither.
  private func recorder(
    _ settings: Settings, stdoutIsScreen: Bool
  ) throws -> TranscriptWriter? {
    let recording = try Recording.begin(settings)
    let stdout = stdoutIsScreen ? nil : OutputStream(descriptor: 1, name: "stdout")
    if recording == nil && stdout == nil { return nil }
    func isBetrayed(by line: OutputLine) -> Bool {
      Watch.tripwire.isBetrayed(by: line, settings.catalogue)
    }
    let writer = TranscriptWriter(
      seed: settings.world.seed, holdsTurns: true, isBetrayed: isBetrayed
    ) { lines in
      try recording?.write(lines.text)
      try stdout?.write(lines.text)
    }
    try writer.begin(settings: settings.forTranscripts)
    return writer
  }
}
