import Accounts
import Testing

@testable import Conversation

struct ClosedAnswersTests {
  static let closed: [Question] =
    [.review, .offer, .remember] + Choice.allCases.map { .choice($0) }

  private func answers(to question: Question) throws -> ClosedAnswers {
    let conversation = Conversation(policy: .rxswift, vocabulary: .english)
    return try #require(conversation.closedAnswers(to: question))
  }

  @Test func `a question for a username or a secret accepts any text`() {
    let conversation = Conversation(policy: .rxswift, vocabulary: .english)
    for field in Field.builtIn {
      #expect(conversation.closedAnswers(to: .field(field)) == nil)
    }
  }

  @Test(arguments: closed)
  func `every answer can be typed, key by key`(question: Question) throws {
    let answers = try answers(to: question)
    let yesOrNo = ["yes", "y", "no", "n", "YES", "No", ""]
    let words =
      switch question {
      case .choice(.afterFailure): ["1", "2", "3", "retry", "Edit", "quit"]
      case .choice(.afterNo): ["1", "2", "3", "edit", "restart", "quit"]
      case .choice(.editWhich): ["1", "2", "3", "username", "password", "password repeat"]
      case .field, .review, .offer, .remember: yesOrNo
      }
    for word in words + ["/back", "/edit username", "/help "] {
      #expect(answers.takes(word), "\(word)")
      for end in word.indices { #expect(answers.mayBecomeOne(String(word[..<end])), "\(word)") }
    }
  }

  @Test(arguments: closed)
  func `F84 text that is not an answer is refused, from the first key on`(question: Question)
    throws
  {
    let answers = try answers(to: question)
    for text in ["xqzv-kjwp", "yesterday", "12345", "0", "/secret", "//yes", " yes", "yes "] {
      #expect(!answers.takes(text), "\(text)")
      #expect(!answers.mayBecomeOne(text), "\(text)")
    }
  }
}
