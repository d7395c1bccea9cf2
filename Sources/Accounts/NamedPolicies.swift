extension Policy {
  /// The policies that come with the program, in the order in which they are listed.
  package static let named: [Policy] = [rxswift, combine, simple, moya, local, github, strict]

  package static let rxswift = Policy(
    name: "rxswift",
    username: .names(Rule(.only([.alphanumerics]), .usernameNeedsLettersAndDigits)),
    password: .passwords(Rule(.minimum(5, .characters), .passwordTooShort)),
    repeated: Repeat(),
    availability: AvailabilityCheck())

  package static let combine = Policy(
    name: "combine",
    username: .names(Rule(.minimum(2, .characters), .usernameTooShort)),
    password: .passwords(
      Rule(.minimum(6, .characters), .passwordTooShort),
      Rule(.contains([.asciiUppercase]), .passwordNeedsCapital), report: .all),
    repeated: Repeat(different: .reason(.passwordsMustBeSame)))

  package static let simple = Policy(
    name: "simple",
    username: .names(Rule(.minimum(5, .characters), .usernameHasToBeLonger)),
    password: .passwords(Rule(.minimum(5, .characters), .passwordHasToBeLonger)),
    passwordNeedsUsername: true,
    done: .reason(.wonderful))

  package static let moya = Policy(
    name: "moya",
    username: .names(Rule(.maximum(100, .characters), .invalidUsername)),
    password: .passwords(
      Rule(.minimum(6, .characters), .invalidPassword),
      Rule(.maximum(100, .characters), .invalidPassword)))

  package static let local = Policy(
    name: "local",
    username: .names(Rule(.minimum(6, .characters), .tooShort)),
    password: .passwords(Rule(.minimum(6, .characters), .tooShort)),
    repeated: Repeat(),
    availability: AvailabilityCheck(),
    taken: .reason(.accountExists))

  package static let github = Policy(
    name: "github",
    username: .names(
      Rule(.only([.asciiLetters, .asciiDigits, .scalar("-")]), .usernameNeedsLettersDigitsHyphens),
      Rule(.innerMarks("-"), .usernameHyphensInside),
      Rule(.maximum(39, .codePoints), .usernameTooLong)),
    password: .passwords(
      Rule(
        .any([
          [.minimum(15, .characters)],
          [.minimum(8, .characters), .contains([.asciiDigits]), .contains([.asciiLowercase])],
        ]), .passwordGitHub)),
    repeated: Repeat(),
    availability: AvailabilityCheck(),
    identity: .caseless)

  package static let strict = Policy(
    name: "strict",
    username: .names(
      Rule(
        .only([.asciiLetters, .asciiDigits, .scalar("-"), .scalar("_"), .scalar(".")]),
        .usernameNeedsPlainCharacters),
      Rule(.startsWith([.asciiLetters]), .usernameStartsWithLetter),
      Rule(.innerMarks("-_."), .usernameMarksInside),
      Rule(.maximum(64, .codePoints), .usernameTooLong),
      Rule(.notReserved(reservedNames), .usernameReserved)),
    password: .passwords(
      Rule(.minimum(15, .codePoints), .passwordTooShort),
      Rule(.maximum(256, .codePoints), .passwordTooLong),
      Rule(.notCommon, .passwordCommon),
      Rule(.notNearUsername(3), .passwordNearUsername)),
    repeated: Repeat(),
    availability: AvailabilityCheck(suggestions: false),
    identity: .caseless,
    comparison: .opaqueString)
}

extension Policy.AnswerRules {
  fileprivate static func names(_ rules: Rule...) -> Self {
    Self(rules: rules, accepted: .reason(.usernameAcceptable))
  }

  fileprivate static func passwords(_ rules: Rule..., report: Policy.Report = .first) -> Self {
    Self(rules: rules, report: report, accepted: .reason(.passwordAcceptable))
  }
}
