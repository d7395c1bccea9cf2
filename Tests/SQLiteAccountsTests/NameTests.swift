import Accounts
import Secrets
import Testing
import Text

@testable import SQLiteAccounts

struct NameTests {
  private let store = TestStore()

  @Test(arguments: [
    ("Alice", "ALICE"), ("\u{E9}ric", "e\u{301}ric"), ("\u{E9}ric", "E\u{301}RIC"),
    ("\u{212A}ate", "kate"), ("\u{212B}sa", "a\u{30A}SA"), ("q\u{323}\u{307}", "q\u{307}\u{323}"),
  ])
  func `F23 F25 different spellings of a name are the same account`(first: String, second: String)
    async throws
  {
    let service = try store.service()
    #expect(try await service.signUp(first) == .created)
    #expect(try await service.availability(second) == .taken)
    #expect(try await service.signUp(second) == .taken)
    #expect(try await service.signIn(second) == .entered)
    let names = try store.rows("SELECT name FROM accounts")
    #expect(names.map { Array($0.utf8) } == [Array(first.utf8)], "the name as given")
  }

  @Test(arguments: [
    "Alice", "\u{E9}ric", "E\u{301}RIC", "\u{130}x", "STRASSE", "stra\u{DF}e", "ΣΟΦΟΣ", "\u{1C5}a",
  ])
  func `names that any policy's identity equates are the same account`(name: String) throws {
    let key = try #require(AccountName(Username(name))).key
    for other in [
      "alice", "ALICE", "e\u{301}ric", "\u{C9}RIC", "i\u{307}x", "strasse", "σοφοσ", "\u{1C6}a",
      "\u{1C4}A",
    ] {
      let isSame = try #require(AccountName(Username(other))).key == key
      for identity in Policy.Identity.allCases where identity.areSame(name, other) {
        #expect(isSame, "\(identity): \(name) and \(other)")
      }
      #expect(isSame == Policy.Identity.caseless.areSame(name, other), "\(name) and \(other)")
    }
  }

  @Test(arguments: [
    "' OR 1=1 --", "'; DROP TABLE accounts; --", "\"", "?1", ":name", "%", "_", "x' || 'y", "*",
    "\\",
    "\u{1F468}\u{200D}\u{1F469}", "\u{202E}evil", " ", "\n", "\u{FFFF}", "\u{1B}[31m", "NULL",
    "1e3",
  ])
  func `F29 a name is only data, whatever it contains`(name: String) async throws {
    let service = try await store.signedUp()
    #expect(try await service.availability(name) == .available)
    #expect(try await service.signIn(name) == .wrongCredentials)
    #expect(try await service.signUp(name) == .created)
    #expect(try await service.availability(name) == .taken)
    #expect(try await service.signIn(name) == .entered)
    #expect(try store.rows("SELECT name FROM accounts ORDER BY id") == ["octocat", name])
  }

  @Test func `a name can be as long as a line, and differ only in its last letter`() async throws {
    let service = try store.service()
    let name = "a" * Policy.longestAnswer
    #expect(try await service.signUp(name) == .created)
    #expect(try await service.availability(name) == .taken)
    #expect(try await service.availability(String(name.dropLast()) + "b") == .available)
    #expect(try await service.signIn(name) == .entered)
  }

  @Test(arguments: ["", "octocat\0", "\0", "octo\0cat", "a" * (Policy.longestAnswer + 1)])
  func `a name that the store can't store completely is refused`(name: String) async throws {
    let service = try await store.signedUp()
    #expect(try await service.availability(name).isKnown == false)
    #expect(try await service.signUp(name) == .refused(.invalidUsername))
    #expect(try await service.signIn(name) == .wrongCredentials)
    #expect(try store.rows("SELECT name FROM accounts") == ["octocat"])
  }

  @Test func `a key is its own key, for every character of Unicode's first three planes`() {
    let scalars = (0x20...0x2FFFF).lazy.compactMap { Unicode.Scalar(UInt32($0)) }
    let unstable = scalars.filter { scalar in
      let key = AccountName(Username(String(scalar)))?.key ?? ""
      return AccountName(Username(key))?.key.hasSameBytes(as: key) != true
    }
    #expect(unstable.isEmpty)
  }
}
