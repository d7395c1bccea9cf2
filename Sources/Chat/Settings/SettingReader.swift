import Accounts
import Glibc
import Text

/// Parses the text of settings. An error names the setting and its source.
struct SettingReader {
  let raw: RawSettings

  /// The parsed value, or the reason why there is none.
  enum Parsed<Value> {
    case value(Value)
    case wrong(String)
  }

  func value<Value>(
    _ key: SettingKey, parse: (String) -> Parsed<Value>
  ) throws(SettingError) -> Value? {
    guard let given = raw[key] else { return nil }
    return try Self.parsed(given, parse)
  }

  static func parsed<Value>(
    _ given: RawSettings.Given, _ parse: (String) -> Parsed<Value>
  ) throws(SettingError) -> Value {
    switch parse(given.text) {
    case .value(let value): return value
    case .wrong(let why): throw given.error(why)
    }
  }

  func world(freshSeed: UInt64) throws(SettingError) -> MockAccounts.World {
    var world = MockAccounts.World()
    world.taken = try value(.mockTaken, parse: Self.names) ?? world.taken
    world.unreachable = try value(.mockUnreachable, parse: Self.names) ?? world.unreachable
    world.latency = try value(.mockLatency, parse: Self.duration) ?? world.latency
    world.failures = try value(.mockFailures, parse: Self.ratio) ?? world.failures
    world.seed = try value(.seed, parse: Self.seed) ?? freshSeed
    return world
  }

  /// Returns a named policy, or one from a file.
  ///
  /// - Parameters:
  ///   - usual: the policy to use if none is chosen.
  ///   - folder: the folder that a transcript's relative path starts from; `nil` for the working
  ///     directory.
  func policy(
    else usual: Policy, in folder: String?, _ readFile: (String) -> [UInt8]?
  ) throws(SettingError) -> Policy {
    guard let given = raw[.policy] else { return usual }
    if let named = Policy.named.first(where: { $0.name == given.text }) { return named }
    let path = policyFile(in: folder) ?? given.text
    let isFile = Policy.isFile(given.text, at: path)
    do throws(UnusablePolicyFile) {
      return try Policy(file: path, readFile) { policy throws(JSONFileError) in
        try checkWording(of: policy.questions)
      }
    } catch {
      let why =
        isFile ? error.why : "must be a file or " + oneOf(Policy.named.map(\.name), not: given.text)
      throw given.error(why, isFileUnusable: isFile)
    }
  }

  /// Returns the path of the policy's file from the working directory; `nil` for a built-in policy.
  func policyFile(in folder: String?) -> String? {
    guard let given = raw[.policy], !Policy.named.contains(where: { $0.name == given.text }) else {
      return nil
    }
    // A transcript's relative path starts from the transcript's own folder, wherever it is run.
    if case .transcript = given.source, let folder, !given.text.hasPrefix("/") {
      return folder + "/" + given.text
    }
    return given.text
  }

  /// Throws an error if a question has no words in the language that `--locale` asks for. The
  /// environment's language is only a preference: there, the questions are asked in English.
  private func checkWording(of questions: [FormQuestion]) throws(JSONFileError) {
    guard let asked = raw[.locale]?.text else { return }
    for (index, question) in questions.enumerated() where question.ask[asked] == nil {
      throw JSONFileError(
        key: "questions[\(index)].ask",
        why: "needs the words for \"\(asked)\", which the setting \"locale\" asks for")
    }
  }

  static func names(_ text: String) -> Parsed<[String]> {
    .value(text.split(separator: ",").map(String.init))
  }

  static func seed(_ text: String) -> Parsed<UInt64> {
    unsigned(text[...]).map { .value($0) }
      ?? .wrong("must be a whole number from 0 to \(UInt64.max)")
  }

  /// Parses ASCII digits.
  static func unsigned(_ text: Substring) -> UInt64? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt64(text) : nil
  }

  static func ratio(_ text: String) -> Parsed<MockAccounts.Ratio> {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(unsigned)
    guard parts.count == 2, let part = parts[0], let whole = parts[1], whole > 0, part <= whole
    else { return .wrong("must be a fraction from 0/1 to 1/1, such as 1/3") }
    return .value(MockAccounts.Ratio(part, in: whole))
  }

  /// Parses a duration such as `600ms`, `1.5s` or `0s`: ASCII digits, at most one decimal point
  /// followed by up to nine digits, and a unit.
  static func duration(_ text: String) -> Parsed<Duration> {
    let wrong = Parsed<Duration>.wrong("must be a duration such as 600ms or 1.5s")
    let isMilliseconds = text.hasSuffix("ms")
    guard isMilliseconds || text.hasSuffix("s") else { return wrong }
    let parts = text.dropLast(isMilliseconds ? 2 : 1)
      .split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : "0"
    guard (1...2).contains(parts.count), parts[0].count <= 10, fraction.count <= 9,
      let whole = unsigned(parts[0]), whole <= 1_000_000_000, let rest = unsigned(fraction)
    else { return wrong }
    let scale = (0..<(9 - fraction.count)).reduce(Int64(1)) { power, _ in power * 10 }
    let billionths = Int64(whole) * 1_000_000_000 + Int64(rest) * scale
    return .value(.nanoseconds(isMilliseconds ? billionths / 1000 : billionths))
  }

  static func flag(_ text: String) -> Parsed<Bool> {
    switch text {
    case "true", "1", "yes": .value(true)
    case "false", "0", "no": .value(false)
    default: .wrong("must be true or false")
    }
  }

  static func path(_ text: String) -> Parsed<String> {
    text.isEmpty ? .wrong("must be a file's path") : .value(text)
  }

  static func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ text: String
  ) -> Parsed<Value> {
    if let value = Value(rawValue: text) { return .value(value) }
    return .wrong("must be " + oneOf(Value.allCases.map(\.rawValue), not: text))
  }

  static func catalogue(_ text: String) -> Parsed<Catalogue> {
    if let catalogue = Catalogue.named(text) { return .value(catalogue) }
    let known = Catalogue.all.map(\.locale)
    // A tag with a territory, such as de-AT, and a name, such as German, are far from the tag.
    let meant = Catalogue.sameLanguage(as: text) ?? Catalogue.language(named: text)
    return .wrong("must be " + oneOf(known, not: meant ?? text))
  }
}
