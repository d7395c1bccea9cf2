import Accounts
import Foundation
import Testing

struct UsernameRefusalTests {
  @Test(arguments: [" ", "  ", " a", "a ", "\u{A0}a", "a\t"])
  func `F2 spaces are never trimmed`(name: String) {
    #expect(Policy.rxswift.verdict(username: name) == .failed([.usernameNeedsLettersAndDigits]))
    #expect(Policy.strict.verdict(username: name) == .failed([.usernameNeedsPlainCharacters]))
    #expect(Policy.combine.verdict(username: "  ") == .ok(.usernameAcceptable))
  }

  @Test(arguments: [
    (Policy.github, true), (.strict, true), (.rxswift, false), (.combine, false), (.simple, false),
    (.moya, false), (.local, false),
  ])
  func `F23 names that differ only in case are one account if the policy says so`(
    policy: Policy, isOne: Bool
  ) {
    #expect(policy.identity.areSame("Alice", "ALICE") == isOne)
    #expect(policy.identity.areSame("Alice", "Alice"))
    #expect(!policy.identity.areSame("Alice", "Alicf"))
  }

  @Test(arguments: [
    "ａｌｉｃｅ", "\u{430}lice", "İ", "ı", "ſ", "\u{212A}elvin", "a\u{202E}b", "a\u{200D}b", "a\u{AD}b",
    "ﬁ", "Ⅳ",
    "a\u{FE0F}", "e\u{301}", "é", "a\u{0}", "a\u{7F}", "a\u{FEFF}", "１", "a\u{2010}b", "a\u{FF0E}b",
  ])
  func `F24 strict refuses characters that only look like ASCII letters`(name: String) {
    #expect(Policy.strict.verdict(username: name) == .failed([.usernameNeedsPlainCharacters]))
    #expect(
      Policy.github.verdict(username: name) == .failed([.usernameNeedsLettersDigitsHyphens]))
  }

  @Test func `F25 in rxswift, the NFC and NFD forms of a name are the same account`() {
    let identity = Policy.rxswift.identity
    #expect(identity.areSame("\u{E9}ric", "e\u{301}ric"))
    #expect(identity.areSame("\u{AC00}", "\u{1100}\u{1161}"))
    #expect(!identity.areSame("\u{E9}ric", "eric"))
    #expect(!identity.areSame("ﬁ", "fi"), "compatibility equivalence is not canonical equivalence")
  }

  @Test func `F25 the two forms are different values, which only a policy equates`() {
    #expect(Username("\u{E9}") != Username("e\u{301}"))
    #expect(Set([Username("\u{E9}"), Username("e\u{301}"), Username("\u{E9}")]).count == 2)
    #expect(!Policy.Identity.bytes.areSame("\u{E9}", "e\u{301}"))
    #expect(Policy.Identity.caseless.areSame("\u{C9}RIC", "e\u{301}ric"))
  }

  @Test(arguments: Policy.reservedNames.filter { $0.first != "_" && $0.last != "*" })
  func `F26 strict refuses a reserved name in any case`(name: String) {
    let refused = Verdict.failed([.usernameReserved])
    #expect(Policy.strict.verdict(username: name) == refused)
    #expect(Policy.strict.verdict(username: name.uppercased()) == refused)
    #expect(
      Policy.strict.verdict(username: name.prefix(1).uppercased() + name.dropFirst()) == refused)
    #expect(Policy.strict.verdict(username: name + "x") != refused)
    #expect(Policy.github.verdict(username: name) == .ok(.usernameAcceptable))
  }

  /// The users and groups of Debian's base-passwd, as installed here.
  private static let systemNames = ["passwd", "group"].flatMap { file in
    let text = try? String(contentsOfFile: "/usr/share/base-passwd/\(file).master", encoding: .utf8)
    return (text ?? "root:\nsync:").split(separator: "\n").compactMap { line in
      line.split(separator: ":").first.map(String.init)
    }
  }

  @Test(
    arguments: systemNames + [
      "sshd", "www-data", "backup", "games", "systemd-network", "systemd-timesync", "messagebus",
      "SystemD-Anything", "_apt",
    ])
  func `F26 strict refuses the names of the system's users and groups`(name: String) {
    let verdict = Policy.strict.verdict(username: name)
    #expect(verdict == .failed([name.first == "_" ? .usernameStartsWithLetter : .usernameReserved]))
  }

  @Test(arguments: ["systemd", "system-d", "systemdx", "gamesx", "backup2", "alsdm"])
  func `F26 a name that only resembles a reserved one is available`(name: String) {
    #expect(Policy.strict.verdict(username: name) == .ok(.usernameAcceptable))
  }

  @Test func `F26 the most important names are reserved`() {
    for name in ["admin", "root", "support"] { #expect(Policy.reservedNames.contains(name)) }
    #expect(Set(Policy.reservedNames).count == Policy.reservedNames.count)
  }
}
