import Accounts
import Chat
import Foundation

@testable import Transcripts

/// Lines on which the editors' grammars are compared with the parser.
enum SampleLines {
  /// Every line of the golden transcripts, every word of the grammars wherever a word is allowed,
  /// edge cases, and lines with random typos. No line occurs twice, because no rule looks beyond
  /// its line.
  static func all() throws -> [String] { try made.get() }

  private static let made = Result { try make() }

  private static func make() throws -> [String] {
    var seen: Set<String> = []
    let goldens = try golden()
    let good = (goldens + edges + (try words())).filter { seen.insert($0).inserted }
    var random = SplitMix64(seed: 42)
    let slips = (0..<3000).map { _ in slip(in: good.randomElement(using: &random)!, &random) }
    return good + slips.filter { seen.insert($0).inserted && !$0.contains("\n") }
  }

  private static func golden() throws -> [String] {
    try Golden.paths.flatMap {
      String(decoding: try Golden.bytes($0), as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// Lines with the parser's words and all words in the grammars, so that a word in a grammar that
  /// the parser doesn't know is found.
  private static func words() throws -> [String] {
    let files = try [EditorFiles.vim, EditorFiles.textMate].map {
      String(decoding: try Data(contentsOf: $0), as: UTF8.self)
    }
    let written = files.joined(separator: "\n")
      .split { !$0.isLetter && $0 != "-" }.map(String.init)
    let kinds = Placeholder.Kind.allCases.map(\.rawValue)
    let words = Set(written + kinds + SettingKey.allCases.map(\.rawValue)).sorted()
    let commands = RealGrammar.commands.sorted()
    return (words + commands).flatMap { word in
      [
        "@ \(word)", "@ \(word) x", "@ \(word)x 1", "@ secret pw \(word)", "@ secret pw \(word):7",
        "@ secret pw \(word):x", "you> /\(word)", "you> //\(word)", "you> /\(word)s",
        "you> \(word)",
        "you> /edit \(word)", "you> /修改 \(word)", "bot> {{a:\(word)}}", "bot! \\{{a:\(word)}}",
        "\(word)> x",
      ]
    }
  }

  private static let edges =
    ["", "#", "#!", "#\ttab", "#!\ttab", "# a\u{1}b", "#\u{7F}", "#\u{85}", "<<<<<<< HEAD"]
    + ["=======", ">>>>>>> topic", "||||||| base", "<<<<<<", "@", "@ ", "@  seed 1", "@seed 1"]
    + ["bot>", "bot> ", "bot>  x", "bot>x", "bot", "bot? x", " bot> x", "Bot> x", "you>", "you>x"]
    + [
      "you> /back ", "you> /back  x", "you>  /back", "you> /Back", "you> /", "you> //",
      "you> ///back",
    ]
    + [
      "key>", "key> ", "key> pw", "key> pw ", "key> a b", "key> 9", "key> a-b_9", "end>", "end> x",
    ]
    + ["end> x exit=0", "end> x exit=", "end> x exit=255", "end> x exit=256", "end> x exit=260"]
    + ["end> x exit=+1", "end> x exit=-0", "end> x exit=-1", "end> x exit=007 ", "end> x exit=1x"]
    + [
      "end> x exit=199 a=b c", "end> 9 exit=0", "end>  exit=0", "end> x  exit=0",
      "end> x exit=0999",
    ]
    + [0, 1, 9, 10, 9_999, 10_000, 59_999, 60_000, 64_999, 65_000, 65_499, 65_535, 65_536, 65_537]
    .map { "@ secret pw lower:\($0)" }
    + [65_600, 66_000, 70_000, 100_000].map { "@ secret a digit:\($0)" }
    + ["@ secret", "@ secret ", "@ secret pw", "@ secret 9 strong", "@ secret pw strong "]
    + ["@ secret pw  strong", "@ secret pw lower:05", "@ secret pw env:", "@ secret pw like: x:y"]
    + ["@ secrets x", "@ se=ed 1", "@ sêed 1", "@ seed-x 1", "@ record x", "@ plain", "@ Seed 1"]
    + ["bot> {{a:uuid}}{{b:word}}", "bot> {{a:b:uuid}}", "bot> {{:uuid}}", "bot> {{a uuid}}"]
    + [
      "bot> {{{a:uuid}}}", "bot> \\\\{{a:uuid}}", "bot> {{a:uuid}", "bot> {{a}:uuid}}", "bot> {{}}",
    ]
    + [
      "bot> {{x{{a:word}}", "you> {{a:uuid}}", "you> \\{{", "# {{a:uuid}}",
      "bot> \\{{\\{{ {{名:uuid}}",
    ]
    + ["bot> a\tb", "you> a\u{1B}[31mb", "you> a\rb", "you> a\u{85}b", "you> \0", "you> \u{A0}x"]
    + ["you> \u{2028}", "bot> e\u{301}", "you> 👩‍👩‍👧", "hello", "ＢＯＴ> x", "you＞ x"]
    // A combining mark right after a sigil or a space.
    + ["#\u{301}", "#\u{FE0F}\u{20E3} x", "bot> \u{200D}x", "you> \u{301}", "you> /back\u{301}"]
    + [
      "@ policy \u{301}x", "end> x exit=0 \u{301}y", "bot>\u{301} x", "@\u{301} seed 1",
      "key> \u{301}",
    ]
    + ["bot! \u{301}x {{a:uuid}}", "bot! {\u{301}{a:uuid}}", "@ secret pw like:\u{301}"]
    + ["@ seed \u{301}1", "#!\u{301}"]

  /// Lines that Vim can't reject: it treats a combining mark as part of the character before it, so
  /// a set of characters matches both.
  static let beyondVim = ["@ seed\u{301} 1", "key> pw\u{301}", "end> x\u{301} exit=0"]

  private static func slip(in line: String, _ random: inout SplitMix64) -> String {
    var scalars = Array(line.unicodeScalars)
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let place = Int.random(in: 0...min(scalars.count, 40), using: &random)
      let other = Array("@#!>~+? =:{}\\/-_09azAZ\té名\u{85}".unicodeScalars).randomElement(
        using: &random)!
      switch Int.random(in: 0..<3, using: &random) {
      case 0 where place < scalars.count: scalars.remove(at: place)
      case 1 where place < scalars.count: scalars[place] = other
      default: scalars.insert(other, at: place)
      }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
