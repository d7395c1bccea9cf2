import Accounts
import TestSupport
import Testing

extension FormQuestion {
  init(name: String = "question", rule: AnswerRule, length: ClosedRange<Int>? = nil) {
    self.init(name: name, ask: ["en": "Question?"])
    self.rule = rule
    self.length = length
  }

  func verdict(_ answer: String) -> Verdict { Verdict(judge(answer)) }
}

/// The rules for answers to the operator's own questions.
struct FormRuleTests {
  static let rules: [AnswerRule] = [
    .anything, .email, .sshPublicKey, .accepted, .choices(["bash", "zsh"]), .pattern(".*"),
  ]

  @Test(arguments: rules)
  func `an empty answer is empty, and a control character is refused`(rule: AnswerRule) {
    let question = FormQuestion(rule: rule)
    #expect(question.judge("") == .empty)
    for text in ["\0", "a\tb", "\u{1B}[2J", "yes\n", "a\u{7F}", "\u{85}", "bash\u{9B}"] {
      #expect(question.verdict(text) == .failed([.answerHasControlCharacter]), "\(text)")
    }
  }

  @Test(arguments: [
    "a@b.c", "ann@example.org", "ann+list@mail.example.co.uk", "Ünal@bücher.example", "a\"b@c.d",
    "o'neill@example.org", "a@[192.0.2.1]", "章鱼@例子.中国", "a@b.c".replacing("a", with: "a" * 250),
  ])
  func `an e-mail address is accepted, and kept as it is`(address: String) {
    let question = FormQuestion(rule: .email)
    #expect(question.verdict(address) == .ok(.answerAcceptable))
    #expect(question.kept(address).utf8.elementsEqual(address.utf8))
  }

  @Test(arguments: [
    ("ann", VerdictReason.emailNeedsOneAt), ("a@b@c.d", .emailNeedsOneAt),
    ("a@@b.c", .emailNeedsOneAt),
    ("@", .emailNeedsName), ("@b.c", .emailNeedsName), ("a@", .emailNeedsDomain),
    ("a@b", .emailNeedsDomain), ("a@.b", .emailNeedsDomain), ("a@b.", .emailNeedsDomain),
    ("a@b..c", .emailNeedsDomain), ("a@.", .emailNeedsDomain), ("a @b.c", .emailHasSpace),
    ("a@b.c ", .emailHasSpace), (" a@b.c", .emailHasSpace), ("a\u{A0}@b.c", .emailHasSpace),
    ("a@b\u{3000}.c", .emailHasSpace), ("a@b.c\u{2028}", .emailHasSpace),
  ])
  func `an e-mail address that can't work is refused`(address: String, reason: VerdictReason) {
    #expect(FormQuestion(rule: .email).verdict(address) == .failed([reason]))
  }

  @Test func `an e-mail address has at most 254 bytes`() {
    let question = FormQuestion(rule: .email)
    #expect(question.verdict("é" * 125 + "@b.c") == .ok(.answerAcceptable))
    #expect(
      question.judge("é" * 125 + "@b.cd")
        == .failed([.init(.reason(.emailTooLong), limit: 254)]))
  }

  @Test(arguments: ["no", "No", "YES", "y", "1", " yes", "是"])
  func `only a yes is a consent`(answer: String) {
    #expect(FormQuestion(rule: .accepted).verdict("yes") == .ok(.answerAcceptable))
    #expect(FormQuestion(rule: .accepted).verdict(answer) == .failed([.yesNeeded]))
  }

  @Test(
    arguments: [
      ("bash", "bash"), ("BASH", "bash"), ("1", "bash"), ("2", "Zsh"), ("zSH", "Zsh"), ("3", "ö k"),
      ("ö K", "ö k"), ("Ö k", nil), ("0", nil), ("4", nil), ("-1", nil), ("01", nil), ("+1", nil),
      ("１", nil), (" bash", nil), ("bash ", nil), ("fish", nil), ("o\u{308} k", nil),
      ("99999999999999999999", nil),
    ] as [(String, String?)])
  func `a choice is a word in any ASCII case, or a number`(answer: String, word: String?) {
    let question = FormQuestion(rule: .choices(["bash", "Zsh", "ö k"]))
    #expect(
      question.verdict(answer)
        == (word == nil ? .failed([.choiceUnknown]) : .ok(.answerAcceptable)))
    #expect(question.kept(answer).utf8.elementsEqual((word ?? answer).utf8))
  }

  @Test func `a length is counted in characters, on top of any rule`() {
    let question = FormQuestion(rule: .anything, length: 2...3)
    #expect(question.judge("é") == .failed([.init(.reason(.tooShort), limit: 2)]))
    #expect(question.verdict("e\u{301}👩‍👩‍👧‍👦") == .ok(.answerAcceptable))
    #expect(question.judge("abcd") == .failed([.init(.reason(.tooLong), limit: 3)]))
    #expect(
      FormQuestion(rule: .email, length: 9...20).judge("a@b.c")
        == .failed([.init(.reason(.tooShort), limit: 9)]))
    #expect(FormQuestion(rule: .email, length: 9...20).verdict("a") == .failed([.emailNeedsOneAt]))
    #expect(FormQuestion(rule: .pattern("a*"), length: 1...2).verdict("aaa") == .failed([.tooLong]))
    // The word is what counts, and not its number.
    #expect(
      FormQuestion(rule: .choices(["bash"]), length: 2...4).verdict("1") == .ok(.answerAcceptable))
  }

  @Test func `a question's own words replace those of each refusal, with two exceptions`() {
    let own = Wording.texts(["en": "No."])
    func refusal(_ rule: AnswerRule, _ answer: String) -> Judgement {
      var question = FormQuestion(rule: rule, length: 2...70_000)
      question.refusal = own
      return question.judge(answer)
    }
    let refused = Judgement.failed([.init(own)])
    #expect(refusal(.email, "ann") == refused)
    #expect(refusal(.anything, "a") == refused)
    #expect(refusal(.anything, "a\t") == refused)
    #expect(refusal(.accepted, "no") == refused)
    #expect(refusal(.pattern("x+"), "ab") == refused)
    #expect(refusal(.email, "a@b.c") == .ok(.init(.reason(.answerAcceptable))))
    #expect(
      refusal(.sshPublicKey, "-----BEGIN RSA PRIVATE KEY-----")
        == .failed([.init(.reason(.sshKeyIsPrivate))]))
    #expect(
      refusal(.pattern("(a+)+$"), "a" * 64 + "!")
        == .failed([.init(.reason(.patternTookTooLong))]))
  }
}
