import Accounts
import Conversation
import Secrets
import Testing

@testable import Chat

struct VocabularyTests {
  private static let merged = Catalogue.all.map {
    ($0.locale, Vocabulary.english.adding($0.vocabulary))
  }

  @Test(arguments: [
    ("返回", Command.back), ("撤销", .undo), ("重做", .redo), ("修改 用户名", .edit(.username)),
    ("查看", .review),
    ("重试", .retry), ("重来", .restart), ("打开", .open), ("帮助", .help), ("退出", .quit),
    ("修改", .edit(nil)),
    ("修改 密码", .edit(.password)), ("修改 再次输入密码", .edit(.repeated)),
  ])
  func `the Chinese words are commands, also at a secret question`(word: String, command: Command) {
    let vocabulary = Vocabulary.english.adding(Catalogue.simplifiedChinese.vocabulary)
    #expect(vocabulary.command(word) == command)
    #expect(vocabulary.command(Secret("/" + word)) == command)
    #expect(vocabulary.command(Secret(word)) == nil)
    #expect(vocabulary.command(Secret("/" + word + " ")) == nil)
    #expect(Vocabulary.english.command(word) == nil)
  }

  @Test(arguments: [
    ("zurück", Command.back), ("rückgängig", .undo), ("wiederherstellen", .redo),
    ("ändern", .edit(nil)), ("ändern benutzername", .edit(.username)),
    ("ändern passwort", .edit(.password)), ("ändern wiederholung", .edit(.repeated)),
    ("anzeigen", .review), ("erneut", .retry), ("neustart", .restart), ("öffnen", .open),
    ("hilfe", .help), ("beenden", .quit),
  ])
  func `the German words are commands, also at a secret question`(word: String, command: Command) {
    let vocabulary = Catalogue.german.fullVocabulary
    #expect(vocabulary.command(word) == command)
    #expect(vocabulary.command(Secret("/" + word)) == command)
    #expect(vocabulary.command(Secret(word)) == nil)
    #expect(Vocabulary.english.command(word) == nil)
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

  @Test(arguments: [
    ("back", Command.back), ("undo", .undo), ("redo", .redo), ("edit", .edit(nil)),
    ("edit username", .edit(.username)), ("edit password", .edit(.password)),
    ("edit repeat", .edit(.repeated)), ("review", .review), ("retry", .retry),
    ("restart", .restart),
    ("open", .open), ("help", .help), ("quit", .quit),
  ])
  func `the English words are commands in every locale`(word: String, command: Command) {
    for (_, vocabulary) in Self.merged {
      #expect(vocabulary.command(word) == command)
      #expect(vocabulary.command(Secret("/" + word)) == command)
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
    #expect(Set(vocabulary.commands.map(\.meaning)) == Set(Command.all))
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
