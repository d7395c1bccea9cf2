import Accounts
import Conversation
import Secrets
import Testing

@testable import Chat

struct VocabularyTests {
  private static let merged = Catalogue.all.map {
    ($0.locale, Vocabulary.english.adding($0.vocabulary))
  }

  private static let commands: [Command] = [
    .back, .undo, .redo, .edit(nil), .edit(.username), .edit(.password), .edit(.repeated),
    .review, .retry, .restart, .open, .help, .quit,
  ]

  @Test(arguments: [
    (
      "zh-Hans",
      "返回 撤销 重做 修改 修改_用户名 修改_密码 修改_再次输入密码 查看 重试 重来 打开 帮助 退出"
    ),
    (
      "de",
      "zurück rückgängig wiederherstellen ändern ändern_benutzername ändern_passwort"
        + " ändern_wiederholung anzeigen erneut neustart öffnen hilfe beenden"
    ),
    (
      "en",
      "back undo redo edit edit_username edit_password edit_repeat review retry restart open help"
        + " quit"
    ),
  ])
  func `a language's words are commands, also at a secret question, and English ones always`(
    locale: String, words: String
  ) throws {
    let words = words.split(separator: " ").map { String($0.replacing("_", with: " ")) }
    #expect(words.count == Self.commands.count)
    for (word, command) in zip(words, Self.commands) {
      for (other, vocabulary) in Self.merged {
        let isKnown = other == locale || locale == "en"
        #expect(vocabulary.command(word) == (isKnown ? command : nil))
        #expect(vocabulary.command(Secret("/" + word)) == (isKnown ? command : nil))
        #expect(vocabulary.command(Secret(word)) == nil)
        #expect(vocabulary.command(Secret("/" + word + " ")) == nil)
      }
    }
  }

  @Test(arguments: Catalogue.all.map(\.locale))
  func `every command that a message names is a command of its language`(locale: String) throws {
    let catalogue = try #require(Catalogue.named(locale))
    let vocabulary = locale == "en" ? Vocabulary.english : catalogue.vocabulary
    let words = vocabulary.commands.map { "/" + $0.word }
    for (key, wording) in catalogue.wordings where key != .helpLiteral {
      let named = wording.split(separator: " ").filter { $0.hasPrefix("/") }
      for word in named {
        #expect(words.contains { word.hasPrefix($0) }, "\(key): \(word)")
      }
    }
  }

  @Test func `no word has two meanings`() {
    for (locale, vocabulary) in Self.merged {
      for words in [vocabulary.commands.map(\.word), vocabulary.actions.map(\.word)] {
        #expect(words.allSatisfy { !$0.isEmpty && !$0.hasPrefix("/") && $0 == $0.lowercased() })
      }
      let commands = Dictionary(grouping: vocabulary.commands, by: \.word)
      #expect(commands.values.allSatisfy { Set($0.map(\.meaning)).count == 1 }, "\(locale)")
      let actions = Dictionary(grouping: vocabulary.actions, by: \.word)
      #expect(actions.values.allSatisfy { Set($0.map(\.meaning)).count == 1 }, "\(locale)")
      #expect(Set(vocabulary.yes).isDisjoint(with: vocabulary.no), "\(locale)")
    }
  }

  @Test(arguments: Catalogue.all.map(\.locale))
  func `every locale has its own word for every command, action and answer`(locale: String) throws {
    let own = try #require(Catalogue.named(locale)).vocabulary
    let vocabulary = locale == "en" ? Vocabulary.english : own
    let commands: [Command] =
      [.back, .undo, .redo, .edit(nil)] + Field.builtIn.map { .edit($0) }
      + [.review, .retry, .restart, .open, .help, .quit]
    #expect(Set(vocabulary.commands.map(\.meaning)) == Set(commands))
    let actions: [Action] =
      [.retry, .edit, .restart, .quit] + Field.builtIn.map { .editField($0) }
    #expect(Set(vocabulary.actions.map(\.meaning)) == Set(actions))
    #expect(!vocabulary.yes.isEmpty && !vocabulary.no.isEmpty)
  }

  @Test(arguments: Catalogue.all.map(\.locale))
  func `an action's label is one of its words`(locale: String) throws {
    let catalogue = try #require(Catalogue.named(locale))
    let vocabulary = Vocabulary.english.adding(catalogue.vocabulary)
    let actions: [Action] =
      [.retry, .edit, .restart, .quit] + Field.builtIn.map { .editField($0) }
    for action in actions {
      let label = catalogue.words(for: action.label(under: .rxswift)).lowercased()
      #expect(vocabulary.actions.contains { $0.word == label && $0.meaning == action })
    }
  }

  @Test(arguments: [
    ("bakc", "back"), ("quti", "quit"), ("edit usrname", "edit username"), ("HELP", "help"),
    ("退", "退出"),
  ])
  func `the nearest word is found in both languages`(typed: String, nearest: String) {
    let vocabulary = Vocabulary.english.adding(Catalogue.simplifiedChinese.vocabulary)
    #expect(vocabulary.nearest(to: typed) == nearest)
  }
}

/// The names of the operator's own questions.
struct ReservedQuestionNameTests {
  @Test func `no question has a name that is a word of the conversation in any language`() {
    var words: Set<String> = []
    for vocabulary in Catalogue.all.map(\.fullVocabulary) {
      words.formUnion(vocabulary.commands.map(\.word))
      words.formUnion(vocabulary.yes + vocabulary.no + vocabulary.actions.map(\.word))
    }
    let names = words.filter { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D } }
    #expect(names.count > 25)
    for name in names {
      #expect(FormQuestion.isReserved(name), "\(name)")
    }
  }
}
