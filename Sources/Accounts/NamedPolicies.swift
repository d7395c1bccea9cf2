extension Policy {
  /// The policies that come with the program, in the order in which they are listed.
  package static let named: [Policy] = [rxswift, combine, simple, moya, local, github, strict]

  package static let rxswift = Policy(
    name: "rxswift",
    username: AnswerRules(
      rules: [Rule(.only([.alphanumerics]), .reason(.usernameNeedsLettersAndDigits))],
      accepted: .reason(.usernameAcceptable)),
    password: AnswerRules(
      rules: [Rule(.minimum(5, .characters), .reason(.passwordTooShort))],
      accepted: .reason(.passwordAcceptable)),
    repeated: Repeat(),
    availability: AvailabilityCheck())

  package static let combine = Policy(
    name: "combine",
    username: AnswerRules(
      rules: [Rule(.minimum(2, .characters), .reason(.usernameTooShort))],
      accepted: .reason(.usernameAcceptable)),
    password: AnswerRules(
      rules: [
        Rule(.minimum(6, .characters), .reason(.passwordTooShort)),
        Rule(.contains([.asciiUppercase]), .reason(.passwordNeedsCapital)),
      ],
      report: .all,
      accepted: .reason(.passwordAcceptable)),
    repeated: Repeat(different: .reason(.passwordsMustBeSame)))

  package static let simple = Policy(
    name: "simple",
    username: AnswerRules(
      rules: [Rule(.minimum(5, .characters), .reason(.usernameHasToBeLonger))],
      accepted: .reason(.usernameAcceptable)),
    password: AnswerRules(
      rules: [Rule(.minimum(5, .characters), .reason(.passwordHasToBeLonger))],
      accepted: .reason(.passwordAcceptable)),
    passwordNeedsUsername: true,
    done: .reason(.wonderful))

  package static let moya = Policy(
    name: "moya",
    username: AnswerRules(
      rules: [Rule(.maximum(100, .characters), .reason(.invalidUsername))],
      accepted: .reason(.usernameAcceptable)),
    password: AnswerRules(
      rules: [
        Rule(.minimum(6, .characters), .reason(.invalidPassword)),
        Rule(.maximum(100, .characters), .reason(.invalidPassword)),
      ],
      accepted: .reason(.passwordAcceptable)))

  package static let local = Policy(
    name: "local",
    username: AnswerRules(
      rules: [Rule(.minimum(6, .characters), .reason(.tooShort))],
      accepted: .reason(.usernameAcceptable)),
    password: AnswerRules(
      rules: [Rule(.minimum(6, .characters), .reason(.tooShort))],
      accepted: .reason(.passwordAcceptable)),
    repeated: Repeat(),
    availability: AvailabilityCheck(),
    taken: .reason(.accountExists))

  package static let github = Policy(
    name: "github",
    username: AnswerRules(
      rules: [
        Rule(
          .only([.asciiLetters, .asciiDigits, .scalar("-")]),
          .reason(.usernameNeedsLettersDigitsHyphens)),
        Rule(.innerMarks("-"), .reason(.usernameHyphensInside)),
        Rule(.maximum(39, .codePoints), .reason(.usernameTooLong)),
      ],
      accepted: .reason(.usernameAcceptable)),
    password: AnswerRules(
      rules: [
        Rule(
          .any([
            [.minimum(15, .characters)],
            [.minimum(8, .characters), .contains([.asciiDigits]), .contains([.asciiLowercase])],
          ]), .reason(.passwordGitHub))
      ],
      accepted: .reason(.passwordAcceptable)),
    repeated: Repeat(),
    availability: AvailabilityCheck(),
    identity: .caseless)

  package static let strict = Policy(
    name: "strict",
    username: AnswerRules(
      rules: [
        Rule(
          .only([.asciiLetters, .asciiDigits, .scalar("-"), .scalar("_"), .scalar(".")]),
          .reason(.usernameNeedsPlainCharacters)),
        Rule(.startsWith([.asciiLetters]), .reason(.usernameStartsWithLetter)),
        Rule(.innerMarks("-_."), .reason(.usernameMarksInside)),
        Rule(.maximum(64, .codePoints), .reason(.usernameTooLong)),
        Rule(.notReserved(reservedNames), .reason(.usernameReserved)),
      ],
      accepted: .reason(.usernameAcceptable)),
    password: AnswerRules(
      rules: [
        Rule(.minimum(15, .codePoints), .reason(.passwordTooShort)),
        Rule(.maximum(256, .codePoints), .reason(.passwordTooLong)),
        Rule(.notCommon, .reason(.passwordCommon)),
        Rule(.notNearUsername(3), .reason(.passwordNearUsername)),
      ],
      accepted: .reason(.passwordAcceptable)),
    repeated: Repeat(),
    availability: AvailabilityCheck(suggestions: false),
    identity: .caseless,
    comparison: .opaqueString)
}
