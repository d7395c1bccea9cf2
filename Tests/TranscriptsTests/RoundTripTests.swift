import Accounts
import Conversation
import Testing

@testable import Transcripts

struct RoundTripTests {
  private static let classes: [SecretClass] = [
    .strong, .lower(1), .upper(40), .digit(8), .mixed(12), .words(3), .unicode(65_536), .common,
    .username, .like("octo dog"), .environment("HOME"), .environment("A:B"), .file("/tmp/a b:c"),
  ]

  /// Returns text that a bot or a person could write. It doesn't begin with a character that
  /// combines with the space after a sigil.
  private func text(_ random: inout SplitMix64) -> String {
    let pieces: [Unicode.Scalar] = [
      "a", "Z", "9", " ", "@", "#", "!", ">", "<", "~", "+", "/", "\\", "{", "}", ":", "=", "\"",
      "é",
      "字", "👍", "\u{A0}", "\u{301}", "\u{200D}", "\u{FEFF}", "\u{2028}", "\u{202E}", "\u{FFFD}",
    ]
    let length = Int.random(in: 0...10, using: &random)
    guard length > 0 else { return "" }
    var scalars = String.UnicodeScalarView([pieces[Int.random(in: 0..<18, using: &random)]])
    for _ in 1..<length + 1 { scalars.append(pieces.randomElement(using: &random)!) }
    return String(scalars)
  }

  private func name(_ random: inout SplitMix64) -> String {
    let first = "abcXYZ".randomElement(using: &random)!
    return String(first)
      + String(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in
          "abXY09-_".randomElement(using: &random)!
        })
  }

  private func record(_ random: inout SplitMix64) -> Record {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .shebang(text(&random))
    case 1:
      let rest = text(&random)
      return .comment(rest.isEmpty ? "" : "# " + rest)
    case 2:
      let key = name(&random)
      return .setting(key: key == "secret" ? "seed" : key, value: text(&random))
    case 3:
      return .secret(name: name(&random), Self.classes.randomElement(using: &random)!)
    case 4: return .bot(Tone.allCases.randomElement(using: &random)!, text(&random))
    case 5: return .you(text(&random))
    case 6: return .key(name(&random))
    default:
      return .end(
        Ending(
          outcome: name(&random), exit: Int.random(in: 0...255, using: &random),
          details: text(&random)))
    }
  }

  @Test func `20,000 random records round-trip through printing and parsing`() throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      let record = record(&random)
      let line = record.description
      let back = try LineParser.record(line)
      #expect(back == record, "\(line.debugDescription)")
      #expect(back.description.utf8.elementsEqual(line.utf8))
    }
  }

  /// Returns the records of a whole transcript in a valid order.
  private func transcript(_ random: inout SplitMix64) -> [Record] {
    var records: [Record] = Bool.random(using: &random) ? [.shebang(text(&random))] : []
    records.append(.setting(key: "transcript", value: "1"))
    for number in 0..<Int.random(in: 0...3, using: &random) {
      records.append(.setting(key: "key-\(number)", value: text(&random)))
    }
    var names: [String] = []
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: records.append(.bot(Tone.allCases.randomElement(using: &random)!, text(&random)))
      case 2: records.append(.you(text(&random)))
      case 3: records.append(.comment("# " + text(&random)))
      case 4:
        names.append("secret-\(names.count)")
        records.append(
          .secret(name: names.last!, Self.classes.randomElement(using: &random)!))
      default: if let name = names.randomElement(using: &random) { records.append(.key(name)) }
      }
    }
    if Bool.random(using: &random) {
      records.append(.end(Ending(outcome: "quit", exit: 2, details: text(&random))))
      if Bool.random(using: &random) { records.append(.comment("")) }
    }
    return records
  }

  @Test func `1,000 random transcripts keep all lines in their order`() throws {
    var random = SplitMix64(seed: 6)
    for _ in 0..<1_000 {
      let records = transcript(&random)
      let text = records.map { $0.description + "\n" }.joined()
      let script = try Script(parsing: text.utf8)
      #expect(script.lines.map(\.record) == records)
      #expect(script.texts.map { $0 + "\n" }.joined().utf8.elementsEqual(text.utf8))
      #expect(script.lines.map(\.number) == Array(1...records.count))
    }
  }

  @Test func `F20 random bytes never crash the parser`() {
    var random = SplitMix64(seed: 20)
    let pieces = [
      "@ transcript 1\n", "bot> ", "you> ", "key> pw", "@ secret pw strong", "end> a exit=1", "\n",
      "\r", "\0", "a", "é",
    ]
    var refused = 0
    for _ in 0..<5_000 {
      var bytes = Array("@ transcript 1\n".utf8)
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        if Int.random(in: 0..<8, using: &random) == 0 {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        } else {
          bytes += Array(pieces.randomElement(using: &random)!.utf8)
        }
      }
      if (try? Script(parsing: bytes)) == nil { refused += 1 }
    }
    #expect((1..<5_000).contains(refused), "some are valid transcripts, and some are not")
  }
}
