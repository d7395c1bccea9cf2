import Accounts
import Secrets
import Testing

struct SignUpAttemptsTests {
  private let attempts = SignUpAttempts()

  /// Begins an attempt that may create an account.
  private func begin(
    _ name: String = "octocat", password: String = "xqzv-kjwp-fmgh-ty9A", _ answers: [Answer] = []
  ) -> SignUpAttempt {
    let name = Username(name)
    let attempt = attempts.begin(
      name, Registration(username: name, password: Secret(password), answers: answers))
    attempt.mayExist = true
    return attempt
  }

  @Test func `only an unresolved attempt is continued`() {
    let first = begin()
    #expect(!first.isRetry)
    #expect(begin().id != first.id)
    attempts.keep(first)
    #expect(begin(password: "another").id != first.id)
    #expect(begin("octodog").id != first.id)
    #expect(attempts.contains(first.id))
    let again = begin()
    #expect(again.id == first.id && again.isRetry)
    #expect(!attempts.contains(first.id))
    #expect(begin().id != first.id, "it is in progress again")
  }

  @Test func `an attempt is kept only once, because another call may continue it`() {
    let first = begin()
    attempts.keep(first)
    _ = begin()
    attempts.keep(first)
    #expect(attempts.count == 0)
  }

  @Test func `an attempt that can't have created an account is not kept`() {
    let first = begin()
    first.mayExist = false
    attempts.keep(first)
    #expect(attempts.count == 0)
  }

  @Test func `an attempt knows whether its account may have other answers`() {
    func retry(_ attempt: SignUpAttempt, _ answers: [Answer]) -> SignUpAttempt {
      attempts.keep(attempt)
      return begin("octocat", answers)
    }
    let answers = [Answer("email", "a@example.org")]
    let same = retry(begin("octocat", answers), answers)
    #expect(!same.mayHaveOtherAnswers)
    let other = retry(same, [])
    #expect(other.mayHaveOtherAnswers)
    #expect(retry(other, []).mayHaveOtherAnswers)
  }

  @Test func `the number of unresolved attempts is limited`() {
    let first = begin()
    attempts.keep(first)
    for index in 0..<SignUpAttempts.limit { attempts.keep(begin("other\(index)")) }
    #expect(attempts.count == SignUpAttempts.limit)
    #expect(begin().id != first.id)
    #expect(begin("other0").isRetry)
  }
}
