import Testing

@testable import Accounts

struct CommonPasswordsTests {
  private func holds(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBytes { CommonPasswords.contains($0) }
  }

  @Test func `there are 10,000 passwords, most frequent first, without the licence line`() throws {
    #expect(CommonPasswords.all.count == 10_000)
    #expect(CommonPasswords.all.first == Array("123456".utf8))
    #expect(CommonPasswords.all[1] == Array("password".utf8))
    #expect(!CommonPasswords.all.contains { $0.starts(with: "#".utf8) && $0.contains(0x20) })
    #expect(CommonPasswords.all.allSatisfy { !$0.isEmpty && !$0.contains(0x0D) })
  }

  @Test func `all entries and their hashes are distinct`() {
    #expect(Set(CommonPasswords.all).count == CommonPasswords.all.count)
    #expect(Set(CommonPasswords.all.map { CommonPasswords.hash($0) }).count == 10_000)
  }

  @Test func `F34 every entry is found, alone, doubled and tripled`() {
    for entry in CommonPasswords.all {
      for times in 1...3 {
        let text = [[UInt8]](repeating: entry, count: times).flatMap { $0 }
        #expect(text.withUnsafeBytes { CommonPasswords.contains($0) })
      }
    }
  }

  @Test(arguments: [
    "", "xpassword", "passwordx", "passwordpasswor", "passwordqwerty", "Password!x",
    "PASSWORDpassword", "pass word",
  ])
  func `F34 a text that only contains a common password is not common`(text: String) {
    #expect(!holds(text))
  }
}
