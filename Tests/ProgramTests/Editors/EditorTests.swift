import Foundation
import Testing

/// The locations of the editors' files.
enum EditorFiles {
  static let folder = Program.root.appendingPathComponent(".editors")
  static let vim = folder.appendingPathComponent("vim/syntax/chat.vim")
  static let textMate = folder.appendingPathComponent("textmate/chat.tmLanguage.json")
}

/// The editors' grammars classify every byte of a line as the parser does.
struct EditorTests {
  @Test func `Vim classifies every line as the parser does`() throws {
    let lines = try SampleLines.all()
    let seen = try Vim.classes(of: lines)
    try #require(seen.count == lines.count)
    compare(lines, seen)
  }

  @Test func `the TextMate grammar classifies every line as the parser does`() throws {
    var grammar = try TextMateGrammar(try Data(contentsOf: EditorFiles.textMate))
    let lines = try SampleLines.all() + SampleLines.beyondVim
    compare(lines, try lines.map { try grammar.classes(of: $0) })
  }

  @Test func `every class has a highlight in Vim, and only broken lines look like errors`() throws {
    let classes = Set(try SampleLines.all().flatMap { RealGrammar.classes(of: $0) })
      .subtracting([""])
    let looks = try Vim.looks(of: classes)
    #expect(Set(looks.keys) == classes)
    for (name, look) in looks {
      #expect(!look.isEmpty, "\(name) has no look")
      #expect((look == "Error") == ["broken", "unknown"].contains(name), "\(name)")
    }
  }

  @Test func `Vim shows every line of a CRLF file as broken`() throws {
    let lines = ["@ transcript 1", "bot> Username?"]
    let seen = try Vim.classes(of: lines, newline: "\r\n")
    #expect(seen == lines.map { [String](repeating: "broken", count: $0.utf8.count) })
  }

  /// Compares the classes byte by byte, except for spaces, which look the same in every class.
  private func compare(_ lines: [String], _ seen: [[String]]) {
    var wrong = 0
    for (line, seen) in zip(lines, seen) {
      let wanted = RealGrammar.classes(of: line)
      let got = seen.map { $0 == "conflict" ? "broken" : $0 }
      let agrees =
        wanted.count == got.count
        && zip(line.utf8, zip(wanted, got)).allSatisfy { $0 == 0x20 || $1.0 == $1.1 }
      guard !agrees else { continue }
      wrong += 1
      if wrong <= 10 {
        Issue.record("\(line.debugDescription)\nwanted \(runs(wanted))\ngot    \(runs(got))")
      }
    }
    #expect(wrong == 0, "of \(lines.count) lines")
  }

  /// The lengths of runs of the same class, such as `says×4 ×7`.
  private func runs(_ classes: [String]) -> String {
    var runs: [(String, Int)] = []
    for name in classes {
      if runs.last?.0 == name { runs[runs.count - 1].1 += 1 } else { runs.append((name, 1)) }
    }
    return runs.map { "\($0.0)×\($0.1)" }.joined(separator: " ")
  }
}
