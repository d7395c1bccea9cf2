import Foundation
import TestSupport
import Testing
import Text

/// Random JSON, and JSON with random changes.
struct JSONFuzzTests {
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d\\ude00", "\\ud800", "null", "true",
    "1",
    "-0.5e3", "e", "\"a\":", "\"a\"", "\u{301}", "\u{2028}", "\0", "\n", " ", "[[[[[[[[", "{\"\":",
  ]

  private func value(_ fuzz: inout FuzzCase, _ depth: Int = 0) -> JSONValue {
    switch fuzz.below(depth < 4 ? 8 : 5) {
    case 0: return .null
    case 1: return .bool(fuzz.below(2) == 0)
    case 2: return .whole(Int(truncatingIfNeeded: fuzz.next()))
    case 3: return .thousandths(Int(truncatingIfNeeded: fuzz.next()))
    case 4: return .text(text(&fuzz))
    case 5, 6: return .list((0..<fuzz.below(4)).map { _ in value(&fuzz, depth + 1) })
    default:
      return .object(
        (0..<fuzz.below(4)).map { .init("\($0)" + text(&fuzz), value(&fuzz, depth + 1)) })
    }
  }

  private func text(_ fuzz: inout FuzzCase) -> String {
    (0..<fuzz.below(5)).map { _ in fuzz.pick(Self.pieces) }.joined()
  }

  @Test func `written JSON reads back the same, on one line and on several`() throws {
    for var fuzz in FuzzCase.cases(3_000) {
      let value = value(&fuzz)
      for text in [value.description, value.indented] {
        #expect(try JSONValue(reading: Array(text.utf8)) == value, "\(fuzz.name)")
      }
    }
  }

  @Test func `randomly changed JSON is read, or refused at an offset within it`() throws {
    var (read, refused) = (0, 0)
    for var fuzz in FuzzCase.cases(6_000) {
      let text = fuzz.mutated(Array(value(&fuzz).description.utf8), Self.pieces)
      do throws(JSONError) {
        let value = try JSONValue(reading: text)
        read += 1
        #expect(try JSONValue(reading: Array(value.description.utf8)) == value, "\(fuzz.name)")
        // Foundation refuses numbers that don't fit into a `Double`, which JSON allows.
        guard value.isFinite else { continue }
        #expect(
          (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil,
          "\(fuzz.name): another reader refuses \(String(decoding: text, as: UTF8.self))")
      } catch {
        refused += 1
        #expect((0...text.count).contains(error.offset), "\(fuzz.name)")
      }
    }
    #expect(read + refused == 1 || read > 100 && refused > 1_000)
  }
}

extension JSONValue {
  /// Whether every number fits into a `Double`.
  fileprivate var isFinite: Bool {
    switch self {
    case .null, .bool, .text: true
    case .number(let digits): Double(digits)?.isFinite ?? false
    case .list(let items): items.allSatisfy(\.isFinite)
    case .object(let members): members.allSatisfy(\.value.isFinite)
    }
  }
}
