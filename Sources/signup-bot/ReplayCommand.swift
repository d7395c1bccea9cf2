import ArgumentParser
import Chat
import Glibc
import Transcripts

/// Holds transcripts in virtual time and compares them with what they say.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Hold transcripts in virtual time and compare what comes of them.",
    discussion: "The status is 0 when all agree, 3 when one differs, and 65 when one is broken.")

  @Argument(help: "Transcripts, and folders to look for *.chat files in.")
  var paths: [String] = ["transcripts"]

  func run() throws {
    Process.prepare()
    do {
      let stdout = OutputStream(descriptor: 1, name: "stdout")
      let files = try TranscriptFiles.find(in: paths)
      var different = 0
      var broken = 0
      for file in files {
        guard let bytes = Surroundings.readFile(file) else {
          throw StreamFailure(direction: .read, name: file, errno: errno)
        }
        let verdict = Replay.verdict(on: bytes, readFile: Surroundings.readFile)
        switch verdict {
        case .agrees: continue
        case .differs: different += 1
        case .broken, .unusable: broken += 1
        }
        try stdout.write(report(verdict, on: file))
      }
      let agreeing = files.count - different - broken
      try stdout.write("\(agreeing) agree, \(different) differ, \(broken) broken\n")
      if files.isEmpty {
        Exit.complain("no transcript was found")
        throw Exit.failedStream
      }
      if broken > 0 { throw Exit.malformed }
      if different > 0 { throw Exit.differs }
    } catch {
      throw Exit.status(for: error, input: "replay")
    }
  }

  /// What is to be said of a transcript.
  private func report(_ verdict: Replay.Verdict, on file: String) -> String {
    switch verdict {
    case .agrees: return ""
    case .broken(let error): return "\(file):\(error.line): \(error.reason)\n"
    case .unusable(let error): return "\(file): @ \(error.key) \(error.why)\n"
    case .differs(let difference):
      let lines =
        difference.before.map { "    " + $0 } + ["  wanted:"]
        + difference.wanted.map { "    " + $0 } + ["  got:"]
        + difference.got.map { "    " + $0 }
        + ["  again: signup-bot < \(file) | diff \(file) -"]
      return "\(file):\(difference.line): differs\n" + lines.joined(separator: "\n") + "\n"
    }
  }
}
