import Accounts

/// A form of 0 to 8 questions of every rule, made at random.
struct RandomForm {
  private(set) var questions: [FormQuestion] = []
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    let count = Int(random.next(upperBound: UInt64(9)))
    for number in 0..<count { questions.append(question(number)) }
  }

  /// A built-in policy with these questions.
  var policy: Policy {
    var generator = random
    var policy = Policy.named[Int(generator.next(upperBound: UInt64(Policy.named.count)))]
    policy.questions = questions
    return policy
  }

  /// Answers that are good for one of the rules or for none.
  static let answers = [
    "ann@example.org", "ann@example", "yes", "no", "bash", "2", "zsh", "ZSH", "ab", "abcdefgh",
    "a longer answer with spaces", "//slash", "汉字", "",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJbEMkn+2xqWJM8kzq5Y4rUx8CpLh2rlnzvUqXl3yQ5X ann",
    "-----BEGIN OPENSSH PRIVATE KEY-----",
  ]

  private mutating func question(_ number: Int) -> FormQuestion {
    var question = FormQuestion(
      name: "question-\(number)", ask: ["en": "Question \(number)?", "de": "Frage \(number)?"])
    switch random.next(upperBound: UInt64(7)) {
    case 0: question.rule = .email
    case 1: question.rule = .sshPublicKey
    case 2: question.rule = .accepted
    case 3: question.rule = .pattern("[a-z]{2,8}")
    case 4: (question.rule, question.standard) = (.choices(["bash", "zsh", "fish"]), maybe("bash"))
    case 5: (question.length, question.standard) = (2...20, maybe("usual"))
    default: break
    }
    question.isRequired =
      question.standard != nil || question.rule == .accepted || maybe(true) == true
    return question
  }

  private mutating func maybe<Value>(_ value: Value) -> Value? {
    random.next(upperBound: UInt64(2)) == 0 ? value : nil
  }
}
