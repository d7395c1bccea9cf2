import Accounts
import Testing

@testable import SQLiteAccounts

/// The table of answers, as other programs see it.
struct AnswerTests {
  private let store = TestStore()

  @Test func `answers are in a table of their own, in the order of the questions`() async throws {
    let service = try store.service()
    let answers = [Answer("zip", "91000"), Answer("email", "ann@example.org")]
    let registration = Registration(
      username: Username("ann"), password: TestStore.password, answers: answers)
    #expect(try await service.signUp(registration) == .created)
    #expect(
      try store.rows("SELECT account || ' ' || name || ' ' || value FROM answers ORDER BY id")
        == ["1 zip 91000", "1 email ann@example.org"])
  }

  @Test func `the names of many answers are found in order`() async throws {
    let names = ["shell", "email", "about"]
    try await store.fill(
      (0..<500).map { "name\($0)" }, answers: { index in names.map { Answer($0, "\(index)") } })
    #expect(try await store.service().answerNames() == ["about", "email", "shell"])
  }

  @Test func `a checkup finds that answers outlive their account`() async throws {
    let service = try store.service()
    #expect(try await service.signUp("ann") == .created)
    try store.change(
      """
      DROP TABLE answers;
      CREATE TABLE answers (id INTEGER PRIMARY KEY, account INTEGER, name TEXT, value TEXT);
      """)
    let found = await service.checkup().first { $0.level == .error }
    #expect(found?.subject == "sqlite probe")
    #expect(found?.detail == "an account can't be removed")
    #expect(try store.rows("SELECT count(*) FROM answers") == ["0"])
  }
}
