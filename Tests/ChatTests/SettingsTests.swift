import Accounts
import Terminal
import Testing

@testable import Chat

struct SettingsTests {
  private static let context = Settings.Context(locale: "C", freshSeed: 7) { path in
    switch path {
    case "mine.json":
      Array(#"{"name": "mine", "username": {"rules": []}, "password": {"rules": []}}"#.utf8)
    case "broken.json": Array(#"{"name": 1}"#.utf8)
    case "empty.json": []
    default: nil
    }
  }

  private func settings(_ values: [SettingKey: String]) throws(SettingError) -> Settings {
    var raw = RawSettings()
    for (key, value) in values { raw.add(key, value, from: .commandLine) }
    return try Settings(raw, in: Self.context)
  }

  private func error(_ key: SettingKey, _ value: String) throws -> SettingError {
    try #require(throws: SettingError.self) { try settings([key: value]) }
  }

  @Test func `without any settings, the defaults of the RxSwift sign-up example apply`() throws {
    let settings = try settings([:])
    #expect(settings.policy == .rxswift)
    #expect(settings.world.latency == .milliseconds(1_500))
    #expect(settings.world.failures == .init(1, in: 3))
    #expect(settings.world.seed == 7)
    #expect(settings.world.taken.isEmpty && settings.world.unreachable.isEmpty)
    #expect(settings.catalogue.locale == "en")
    #expect(settings.timeout == .seconds(10))
    #expect(settings.color == .auto)
    #expect(!settings.plain && !settings.yes && !settings.unattended)
    #expect(settings.record == nil)
  }

  @Test(arguments: [
    ("600ms", Duration.milliseconds(600)), ("1.5s", .milliseconds(1_500)), ("0s", .zero),
    ("0ms", .zero),
    ("10s", .seconds(10)), ("0.25ms", .microseconds(250)), ("1000000000s", .seconds(1_000_000_000)),
    ("007s", .seconds(7)), ("1.001s", .milliseconds(1_001)), ("1.013s", .milliseconds(1_013)),
    ("1.009ms", .nanoseconds(1_009_000)), ("9.999s", .milliseconds(9_999)),
  ])
  func `a duration is exact`(text: String, duration: Duration) throws {
    #expect(try settings([.timeout: text]).timeout == duration)
    #expect(try settings([.mockLatency: text]).world.latency == duration)
  }

  @Test func `a URL has a valid port, or none`() throws {
    for text in [
      "http://localhost:1", "https://[::1]:65535/v2", "https://[::1]", "https://example.org",
    ] {
      #expect(try settings([.scimURL: text]).services.scimURL == text)
    }
  }

  @Test(
    arguments: [
      (
        [.scimURL, .githubURL, .githubAPIURL], "must have a port from 1 to 65535 after the colon",
        [
          "http://localhost:0", "http://localhost:65536", "http://localhost:",
          "http://localhost:+80", "https://[::1]:99999/v2",
        ]
      ),
      (
        [.timeout, .mockLatency], "must be a duration such as 600ms or 1.5s",
        [
          "", "s", "ms", "5", "-1s", "+1s", ".5s", "1..5s", "1.5.1s", "1e3s", "1 s", " 1s", "1s ",
          "1S", "1m", "0x1s", "infs", "nans", "1,5s", "1000000001s", "٣s", "1_0s",
        ]
      ),
      (
        [.mockFailures], "must be a fraction from 0/1 to 1/1, such as 1/3",
        [
          "", "1", "1/0", "0/0", "2/1", "-1/3", "1/-3", "1/3/5", "a/b", "1 / 3", "1/", "/3", "0.5",
        ]
      ),
      (
        [.seed], "must be a whole number from 0 to 18446744073709551615",
        ["", "-1", "1.0", "18446744073709551616", "x", "0x1", " 1"]
      ),
      ([.plain, .yes, .unattended], "must be true or false", ["", "on", "TRUE", "2", "y"]),
      ([.record], "must be a file's path", [""]),
    ] as [([SettingKey], String, [String])])
  func `an invalid value is rejected with the reason`(
    keys: [SettingKey], why: String, texts: [String]
  ) throws {
    for key in keys {
      for text in texts {
        #expect(
          try error(key, text)
            == SettingError(key: key.rawValue, source: .commandLine, why: why))
      }
    }
  }

  @Test(
    arguments: [("0/1", 0, 1), ("1/1", 1, 1), ("1/3", 1, 3), ("5/7", 5, 7)]
      as [(String, UInt64, UInt64)])
  func `failures are a fraction`(text: String, part: UInt64, whole: UInt64) throws {
    #expect(try settings([.mockFailures: text]).world.failures == .init(part, in: whole))
  }

  @Test(arguments: [("0", 0), ("42", 42), ("18446744073709551615", .max)] as [(String, UInt64)])
  func `a seed has 64 bits`(text: String, seed: UInt64) throws {
    #expect(try settings([.seed: text]).world.seed == seed)
  }

  @Test(arguments: [
    ("a,b", ["a", "b"]), ("a", ["a"]), ("", []), ("a b,c", ["a b", "c"]), ("字,é", ["字", "é"]),
  ])
  func `names are separated by commas`(text: String, names: [String]) throws {
    #expect(try settings([.mockTaken: text]).world.taken == names)
    #expect(try settings([.mockUnreachable: text]).world.unreachable == names)
  }

  @Test(arguments: [
    ("true", true), ("1", true), ("yes", true), ("false", false), ("0", false), ("no", false),
  ])
  func `a flag is on or off`(text: String, isOn: Bool) throws {
    let settings = try settings([.plain: text, .yes: text, .unattended: text])
    #expect([settings.plain, settings.yes, settings.unattended] == [isOn, isOn, isOn])
  }

  @Test func `the error for an invalid choice lists the valid ones`() throws {
    #expect(try settings([.color: "never"]).color == .never)
    #expect(try settings([.color: "always"]).color == .always)
    #expect(try error(.color, "red").why == "must be one of auto, always, never")
    #expect(try settings([.locale: "zh-Hans"]).catalogue.locale == "zh-Hans")
    #expect(
      try error(.locale, "zh").why == "must be one of en, zh-Hans, de; did you mean zh-Hans?")
    #expect(try error(.locale, "fr").why == "must be one of en, zh-Hans, de")
    #expect(try settings([.accounts: "mock"]).policy == .rxswift)
    #expect(try error(.accounts, "carrier-pigeon").key == "accounts")
  }

  @Test func `a recording's path is kept`() throws {
    #expect(try settings([.record: "a b.chat"]).record == "a b.chat")
  }

  @Test func `F11 the locale in the environment is used if none is given`() throws {
    let chinese = Settings.Context(locale: "zh_CN.UTF-8", freshSeed: 1) { _ in nil }
    #expect(try Settings(RawSettings(), in: chinese).catalogue.locale == "zh-Hans")
    var raw = RawSettings()
    raw.add(.locale, "en", from: .commandLine)
    #expect(try Settings(raw, in: chinese).catalogue.locale == "en")
  }

  @Test(arguments: Policy.named)
  func `a policy can be given by name`(policy: Policy) throws {
    #expect(try settings([.policy: policy.name]).policy == policy)
  }

  @Test func `a policy can be given as a file`() throws {
    #expect(try settings([.policy: "mine.json"]).policy.name == "mine")
  }

  @Test(arguments: [
    (
      "nosuch", "must be a file or one of rxswift, combine, simple, moya, local, github, strict",
      false
    ),
    ("./none", "./none can't be read; it must be a file of at most 1 MiB", true),
    ("none.json", "none.json can't be read; it must be a file of at most 1 MiB", true),
    ("broken.json", "broken.json: name must be a text, not a number", true),
  ])
  func `F49 a policy that can't be used is rejected with the reason`(
    text: String, why: String, isFile: Bool
  ) throws {
    #expect(
      try error(.policy, text)
        == SettingError(key: "policy", source: .commandLine, why: why, isFileUnusable: isFile))
  }

  @Test func `F49 a policy file that is not JSON is reported as an unusable file`() throws {
    let error = try error(.policy, "empty.json")
    #expect(error.why.hasPrefix("empty.json: the file "))
    #expect(error.isFileUnusable)
  }
}
