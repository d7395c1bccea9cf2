import Accounts
import Chat
import Conversation
import Transcripts

/// What a run reached of all that there is.
package struct Coverage: Equatable, Sendable {
  /// One kind of thing that can be reached.
  package struct Part: Equatable, Sendable {
    /// Such as "messages".
    package let name: String
    package let reached: Int
    /// What was not, in words, in order.
    package let missing: [String]

    package var total: Int { reached + missing.count }

    /// In whole percent, rounded down, so that 100 is all.
    package var percent: Int { total == 0 ? 100 : reached * 100 / total }
  }

  package let parts: [Part]
  /// Where secrets are named that no answer gives.
  package let unusedSecrets: [String]
  /// Transcripts that play the same, such as `a.chat:1 = b.chat:1`.
  package let duplicates: [String]

  /// - Parameter files: what each file reached, by its path.
  package init(_ files: [(path: String, reached: Reached)]) {
    var all = Reached()
    for file in files { all.formUnion(file.reached) }
    parts = [
      Part.of("messages", MessageKey.inTranscripts, all.messages) { $0.rawValue },
      Part.of("commands at questions", CommandAtQuestion.all, all.commands) {
        $0.command.words + " at " + $0.question.name
      },
      Part.of("policies' rules", PolicyRule.all, all.rules) {
        "\($0.policy), \($0.field.rawValue), rule \($0.number)"
      },
      Part.of("outcomes", Outcome.inTranscripts, all.outcomes) { $0 },
      Part.of("locales", Catalogue.all.map(\.locale), all.locales) { $0 },
    ]
    unusedSecrets = files.flatMap { path, reached in
      reached.unusedSecrets.map { "\(path):\($0.line): \($0.name)" }
    }
    var places: [Story: [String]] = [:]
    for (path, reached) in files {
      for story in reached.stories { places[story, default: []].append("\(path):\(story.line)") }
    }
    duplicates = places.values.filter { $0.count > 1 }.map { $0.joined(separator: " = ") }.sorted()
  }

  /// The lowest of the parts.
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
  /// What only a screen says, and no transcript: that it is a rehearsal, a paste, a page that could be opened, a long wait or one
  /// that was given up, the words that stand for signs, and the verdict on what is being typed.
  static let onScreensAlone: Set<MessageKey> = [
    .rehearsal, .pasteDropped, .pageOpened, .stillWorking, .checkCancelled, .signUpCancelled,
    .signInCancelled,
    .plainOK,
    .plainError, .needsCharacters, .needsBytes, .needsFewerCharacters, .needsFewerBytes,
    .needsCapital, .needsLowercase, .needsDigit, .needsUncommon, .needsUnlikeUsername,
    .needsTogether, .needsEither, .sameSoFar, .differs,
    .briefPlainCharacters, .briefLettersDigitsHyphens, .briefHyphensInside, .briefMarksInside,
    .briefCharacters, .briefCapital, .briefLowercase, .briefDigit,
  ]

  /// What only programs say or bring about: a button's label, a secret at an ordinary question, and a
  /// sign-up that is asked for too early.
  static let byProgramsAlone: Set<MessageKey> = [
    .labelSignUp, .secretNotAsked, .signUpNotReady, .signInNotReady,
  ]

  /// What only servers and stores outside of the program lead to; a transcript by itself has neither.
  static let byServicesOutside: Set<MessageKey> = [
    .rateLimited, .nonsenseReply, .serviceError, .notTheService, .badCertificate, .unauthorized,
    .libraryMissing, .storeBusy, .storeFailed, .serviceRefusedName, .serviceRefused, .storeFull,
    .outOfMemory,
    .waitsForService, .triesAgain, .waitsForTurn, .tooManyFailures, .tooManyFailuresHere,
    .accountInactive,
    .earlierPassword, .signInUnsupported, .askRememberName, .nameRemembered, .remembered,
    .rememberingFailed,
  ]

  /// What a transcript can make a bot say.
  static let inTranscripts = allCases.filter {
    !onScreensAlone.contains($0) && !byProgramsAlone.contains($0) && !byServicesOutside.contains($0)
  }
}

extension Outcome {
  /// The ends that a transcript can come to by itself: its services are never unusable.
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
    Field.allCases.map { Question.field($0) } + [.review, .offer, .remember]
    + Choice.allCases.map { Question.choice($0) }
}

extension Command {
  /// The command in English, with its slash.
  fileprivate var words: String {
    "/" + (Vocabulary.english.commands.first { $0.meaning == self }?.word ?? "")
  }
}
