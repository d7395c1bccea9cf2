extension Policy {
  /// The policies that come with the program, in the order in which they are listed.
  package static let named: [Policy] = [rxswift, combine, simple, moya, local, github, strict]

  package static let rxswift = Policy(
    name: "rxswift",
    username: AnswerRules(
      rules: [Rule(.only([.alphanumerics]), .key(.usernameNeedsLettersAndDigits))],
      accepted: .key(.usernameAcceptable)),
    password: AnswerRules(
      rules: [Rule(.minimum(5, .characters), .key(.passwordTooShort))],
      accepted: .key(.passwordAcceptable)),
    repeated: Repeat(),
    availability: AvailabilityCheck())

  package static let combine = Policy(
    name: "combine",
    username: AnswerRules(
      rules: [Rule(.minimum(2, .characters), .key(.usernameTooShort))],
      accepted: .key(.usernameAcceptable)),
    password: AnswerRules(
      rules: [
        Rule(.minimum(6, .characters), .key(.passwordTooShort)),
        Rule(.contains([.asciiUppercase]), .key(.passwordNeedsCapital)),
      ],
      report: .all,
      accepted: .key(.passwordAcceptable)),
    repeated: Repeat(different: .key(.passwordsMustBeSame)))

  package static let simple = Policy(
    name: "simple",
    username: AnswerRules(
      rules: [Rule(.minimum(5, .characters), .key(.usernameHasToBeLonger))],
      accepted: .key(.usernameAcceptable)),
    password: AnswerRules(
      rules: [Rule(.minimum(5, .characters), .key(.passwordHasToBeLonger))],
      accepted: .key(.passwordAcceptable)),
    passwordNeedsUsername: true,
    done: .key(.wonderful))

  package static let moya = Policy(
    name: "moya",
    username: AnswerRules(
      rules: [Rule(.maximum(100, .characters), .key(.invalidUsername))],
      accepted: .key(.usernameAcceptable)),
    password: AnswerRules(
      rules: [
        Rule(.minimum(6, .characters), .key(.invalidPassword)),
        Rule(.maximum(100, .characters), .key(.invalidPassword)),
      ],
      accepted: .key(.passwordAcceptable)))

  package static let local = Policy(
    name: "local",
    username: AnswerRules(
      rules: [Rule(.minimum(6, .characters), .key(.tooShort))],
      accepted: .key(.usernameAcceptable)),
    password: AnswerRules(
      rules: [Rule(.minimum(6, .characters), .key(.tooShort))],
      accepted: .key(.passwordAcceptable)),
    repeated: Repeat(),
    availability: AvailabilityCheck(),
    taken: .key(.accountExists))

  package static let github = Policy(
    name: "github",
    username: AnswerRules(
      rules: [
        Rule(
          .only([.asciiLetters, .asciiDigits, .scalar("-")]),
          .key(.usernameNeedsLettersDigitsHyphens)),
        Rule(.innerMarks("-"), .key(.usernameHyphensInside)),
        Rule(.maximum(39, .codePoints), .key(.usernameTooLong)),
      ],
      accepted: .key(.usernameAcceptable)),
    password: AnswerRules(
      rules: [
        Rule(
          .any([
            [.minimum(15, .characters)],
            [.minimum(8, .characters), .contains([.asciiDigits]), .contains([.asciiLowercase])],
          ]), .key(.passwordGitHub))
      ],
      accepted: .key(.passwordAcceptable)),
    repeated: Repeat(),
    availability: AvailabilityCheck(),
    identity: .caseless)

  package static let strict = Policy(
    name: "strict",
    username: AnswerRules(
      rules: [
        Rule(
          .only([.asciiLetters, .asciiDigits, .scalar("-"), .scalar("_"), .scalar(".")]),
          .key(.usernameNeedsPlainCharacters)),
        Rule(.startsWith([.asciiLetters]), .key(.usernameStartsWithLetter)),
        Rule(.innerMarks("-_."), .key(.usernameMarksInside)),
        Rule(.maximum(64, .codePoints), .key(.usernameTooLong)),
        Rule(.notReserved(reservedNames), .key(.usernameReserved)),
      ],
      accepted: .key(.usernameAcceptable)),
    password: AnswerRules(
      rules: [
        Rule(.minimum(15, .codePoints), .key(.passwordTooShort)),
        Rule(.maximum(256, .codePoints), .key(.passwordTooLong)),
        Rule(.notCommon, .key(.passwordCommon)),
        Rule(.notNearUsername(3), .key(.passwordNearUsername)),
      ],
      accepted: .key(.passwordAcceptable)),
    repeated: Repeat(),
    availability: AvailabilityCheck(),
    identity: .caseless,
    comparison: .opaqueString)
}
