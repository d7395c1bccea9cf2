import TestSupport
import Testing

@testable import Transcripts

/// Transcripts with random changes are either parsed and printed unchanged, or rejected with a line
/// number.
struct ScriptFuzzTests {
  private static let text = """
    #!/usr/bin/env -S signup-bot
    @ transcript 1
    # All goes well.
    @ seed 1
    bot> Hi! Say /help.
    bot> Username?
    you> octodog {{a:word}}
    bot~ validating {{name:word}} ...
    bot+ Username available, \\{{x}} {{id:uuid}} é漢
    bot> Password?
    @ secret password strong
    key> password
    @ secret password like:octodog
    bot! Password must be {{n:int}}{{rest:rest}}
    end> signed-up exit=0 username=octodog
    # after

    """
  private static let pieces = [
    "\n", "\r\n", "bot> ", "bot~ ", "bot", "you> ", "key> ", "key> password\n", "@ ", "@ secret ",
    "@ secret p lower:3\n", "@ transcript 1\n", "@ transcript 2", "end> ", "exit=", "#", "#!", "{{",
    "}}",
    "\\{{", "{{a:word}}", "{{a:int}}", "\0", "\u{9B}", "\u{301}", "\u{FEFF}", "<<<<<<<", " ", "999",
    "@ expect-failure x\n",
  ]

  @Test
  func
    `a transcript with random changes either prints unchanged or is rejected with a line number`()
  {
    var (read, refused) = (0, 0)
    for var fuzz in FuzzCase.cases(6_000) {
      let text = fuzz.mutated(Array(Self.text.utf8), Self.pieces)
      do throws(TranscriptError) {
        let script = try Script(parsing: text)
        read += 1
        var printed: [UInt8] = []
        for line in script.lines {
          line.record.write(to: &printed)
          printed.append(0x0A)
        }
        var plain = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
        if plain.last != 0x0A { plain.append(0x0A) }
        #expect(printed.count <= plain.count + 1, "\(fuzz.name)")
        #expect(printed.count { $0 == 0x0A } >= plain.count { $0 == 0x0A }, "\(fuzz.name)")
        let again = try Script(parsing: printed)
        #expect(again.settings.map(\.key) == script.settings.map(\.key), "\(fuzz.name)")
        #expect(again.answers.count == script.answers.count, "\(fuzz.name)")
      } catch {
        refused += 1
        let lines = text.count { $0 == 0x0A } + 1
        #expect((1...lines).contains(error.line), "\(fuzz.name): \(error.line)")
        #expect(!error.reason.description.isEmpty)
      }
    }
    #expect(read + refused == 1 || read > 500 && refused > 500)
  }
}
