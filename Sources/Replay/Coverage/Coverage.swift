import Accounts
import Chat
import Conversation
import Transcripts

/// The parts of the program that a run reached.
package struct Coverage: Equatable, Sendable {
  /// The coverage of one kind of item.
  package struct Part: Equatable, Sendable {
    /// The kind's name, such as "messages".
    package let name: String
    package let reached: Int
    /// The items that were not reached, in words and in order.
    package let missing: [String]

    package var total: Int { reached + missing.count }

    /// The percentage reached, rounded down, so that 100 means all.
    package var percent: Int { total == 0 ? 100 : reached * 100 / total }
  }

  package let parts: [Part]
  /// The secrets that are named but never used in an answer, with the places of their names.
  package let unusedSecrets: [String]
  /// The transcripts with the same story, such as `a.chat:1 = b.chat:1`.
  package let duplicates: [String]

  /// - Parameter files: the path of each file and what it reached.
  package init(_ files: [(path: String, reached: Reached)]) {
    var all = Reached()
    for file in files { all.formUnion(file.reached) }
    var parts = [
      Part.of("messages", MessageKey.inTranscripts, all.messages) { $0.rawValue },
      Part.of("commands at questions", CommandAtQuestion.all, all.commands) {
        $0.command.words + " at " + $0.question.words
      },
      Part.of("policies' rules", PolicyRule.all, all.rules) {
        "\($0.policy), \($0.field.name), rule \($0.number)"
      },
    ]
    // Only where there are any: most transcripts ask the usual questions alone.
    if !all.formItems.isEmpty {
      parts.append(
        Part.of("forms' questions", all.formItems, all.formItemsReached) {
          "\($0.policy), \($0.question), \($0.kind.rawValue)"
        })
    }
    parts += [
      Part.of("outcomes", Outcome.inTranscripts, all.outcomes) { $0 },
      Part.of("locales", Catalogue.all.map(\.locale), all.locales) { $0 },
    ]
    self.parts = parts
    unusedSecrets = files.flatMap { path, reached in
      reached.unusedSecrets.map { "\(path):\($0.line): \($0.name)" }
    }
    var places: [Story: [String]] = [:]
    for (path, reached) in files {
      for story in reached.stories { places[story, default: []].append("\(path):\(story.line)") }
    }
    duplicates = places.values.filter { $0.count > 1 }.map { $0.joined(separator: " = ") }.sorted()
  }

  /// The lowest percentage of all parts.
  package var percent: Int { parts.map(\.percent).min() ?? 100 }
}

extension Coverage.Part {
  fileprivate static func of<Thing: Hashable>(
    _ name: String, _ all: [Thing], _ reached: Set<Thing>, words: (Thing) -> String
  ) -> Coverage.Part {
    let missing = all.filter { !reached.contains($0) }
    return Coverage.Part(
      name: name, reached: all.count - missing.count, missing: missing.map(words))
  }
}

extension MessageKey {
  /// The messages that appear only on a screen and never in a transcript: the note about a
  /// rehearsal, a dropped paste, a page that could be opened, a long or cancelled wait, the words
  /// that replace signs, and the verdict on text that is being typed.
  static let onScreensAlone: Set<MessageKey> = [
    .rehearsal, .pasteDropped, .pageOpened, .stillWorking, .checkCancelled, .signUpCancelled,
    .signInCancelled,
    .plainOK,
    .plainError, .needsCharacters, .needsBytes, .needsFewerCharacters, .needsFewerBytes,
    .needsCapital, .needsLowercase, .needsDigit, .needsUncommon, .needsUnlikeUsername,
    .needsTogether, .needsEither, .sameSoFar, .differs, .freeNames,
    .briefFreeNames, .briefUncommon, .rulesMet, .hintCharacters, .hintUncommon, .hintHelp,
    .hintReveal, .hintYes, .hintNo, .welcome, .welcomeSignIn,
    .briefPlainCharacters, .briefLettersDigitsHyphens, .briefHyphensInside, .briefMarksInside,
    .briefCharacters, .briefCapital, .briefLowercase, .briefDigit,
  ]

  /// The messages that only programs use or cause: a button's label, a secret at an ordinary
  /// question, and a premature sign-up.
  static let byProgramsAlone: Set<MessageKey> = [
    .labelSignUp, .secretNotAsked, .signUpNotReady, .signInNotReady,
  ]

  /// The messages that only external servers and stores cause. A transcript alone has neither.
  static let byServicesOutside: Set<MessageKey> = [
    .rateLimited, .nonsenseReply, .serviceError, .notTheService, .badCertificate, .unauthorized,
    .libraryMissing, .storeBusy, .storeFailed, .serviceRefusedName, .serviceRefused, .storeFull,
    .outOfMemory,
    .waitsForService, .triesAgain, .waitsForTurn, .tooManyFailures, .tooManyFailuresHere,
    .accountInactive,
    .earlierPassword, .signInUnsupported, .askRememberName, .nameRemembered, .remembered,
    .rememberingFailed,
  ]

  /// The messages that a transcript can cause.
  static let inTranscripts = allCases.filter {
    !onScreensAlone.contains($0) && !byProgramsAlone.contains($0) && !byServicesOutside.contains($0)
  }
}

extension Outcome {
  /// The outcomes that a transcript alone can have: its services are never unusable.
  static let inTranscripts = names.filter { $0 != "unusable" }
}

extension CommandAtQuestion {
  static let all = Question.all.flatMap { question in
    Command.all.map { CommandAtQuestion(command: $0, question: question) }
  }
}

extension PolicyRule {
  static let all = Policy.named.flatMap { $0.refusals.map(\.rule) }
}

extension Question {
  static let all =
    Field.builtIn.map { Question.field($0) } + [.review, .offer, .remember]
    + Choice.allCases.map { Question.choice($0) }
}

extension Question {
  /// The question as people know it. The two that ask "what now?" are told apart.
  fileprivate var words: String {
    switch self {
    case .choice(.afterFailure): spokenName + " (after a failure)"
    case .choice(.afterNo): spokenName + " (after a no)"
    case .field, .review, .offer, .remember, .choice(.editWhich): spokenName
    }
  }
}

extension Command {
  /// The command in English, with its slash.
  fileprivate var words: String {
    "/" + (Vocabulary.english.commands.first { $0.meaning == self }?.word ?? "")
  }
}
