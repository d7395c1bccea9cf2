import Accounts
import Conversation
import Testing

@testable import Chat

extension Catalogue {
  /// The wordings by key.
  fileprivate var texts: [MessageKey: String] {
    Dictionary(uniqueKeysWithValues: wordings.map { ($0, $1) })
  }
}

struct CatalogueTests {
  /// The names of the values in a wording.
  private func names(in template: String) -> Set<String> {
    Set(
      Template.parts(of: template).compactMap { part in
        switch part {
        case .literal: nil
        case .value(let name), .plural(let name, _, _), .joined(let name, _): name
        }
      })
  }

  @Test func `the locales are English, Simplified Chinese and German, by their exact tags`() {
    #expect(Catalogue.all.map(\.locale) == ["en", "zh-Hans", "de"])
    for locale in ["en", "zh-Hans", "de"] {
      #expect(Catalogue.named(locale)?.locale == locale)
    }
    for name in ["zh", "EN", "", "en_US", "zh-hans"] { #expect(Catalogue.named(name) == nil) }
  }

  @Test(arguments: Catalogue.all.map(\.locale))
  func `every locale has wordings for exactly the existing messages`(locale: String) throws {
    let texts = try #require(Catalogue.named(locale)).texts
    #expect(Set(texts.keys) == Set(MessageKey.allCases))
    for key in MessageKey.allCases where key != .custom {
      let words = try #require(texts[key])
      #expect(!words.isEmpty, "\(key)")
      #expect(words.first != " ", "\(key)")
      let isPrefix = key == .plainOK || key == .plainError
      // A full-width colon brings its own space.
      #expect((words.last == " ") == (isPrefix && !words.hasSuffix("\u{FF1A}")), "\(key)")
      #expect(!words.contains("\n"), "\(key): a message is one line of a transcript")
    }
    #expect(texts[.custom] == "")
  }

  @Test(arguments: MessageKey.allCases)
  func `a message has the same values in every locale`(key: MessageKey) throws {
    let english = names(in: try #require(Catalogue.english.texts[key]))
    for catalogue in Catalogue.all {
      #expect(
        names(in: try #require(catalogue.texts[key])) == english, "\(catalogue.locale)")
    }
  }

  @Test func `a count of one has a singular in German`() {
    let wait = { Catalogue.german.words(for: Message(.tooManyFailures, ["seconds": .count($0)])) }
    #expect(wait(1).contains(" 1 Sekunde "))
    #expect(wait(2).contains(" 2 Sekunden "))
  }

  @Test func `a limit of one has a singular`() {
    let keys: [MessageKey] = [
      .usernameTooShort, .usernameHasToBeLonger, .usernameTooLong, .passwordTooShort,
      .passwordHasToBeLonger, .passwordTooLong, .tooShort,
    ]
    for key in keys {
      let one = Catalogue.english.words(for: Message(key, ["limit": .count(1)]))
      let two = Catalogue.english.words(for: Message(key, ["limit": .count(2)]))
      let none = Catalogue.english.words(for: Message(key, ["limit": .count(0)]))
      #expect(one.hasSuffix(" 1 character"))
      #expect(two.hasSuffix(" 2 characters"))
      #expect(none.hasSuffix(" 0 characters"))
    }
  }

  @Test func `values, lists and messages are formatted`() {
    let list = Message.Value.list([
      Message(.numberedAction, ["number": .count(1), "action": .message(Message(.actionRetry))]),
      Message(.numberedAction, ["number": .count(2), "action": .message(Message(.actionQuit))]),
    ])
    let message = Message(.choose, ["actions": list])
    #expect(Catalogue.english.words(for: message) == "What now? (1 retry, 2 quit)")
    #expect(
      Catalogue.simplifiedChinese.words(for: message) == "接下来做什么？（1 重试、2 退出）")
  }

  @Test func `the placeholder of a missing value stays visible`() {
    #expect(
      Catalogue.english.words(for: Message(.confirmSignUp)) == "Sign up as {username}? (yes/no)")
  }

  @Test func `a value is never interpreted as a template`() {
    let message = Message(.confirmSignUp, ["username": .text("{username}{x|y|z}")])
    #expect(
      Catalogue.english.words(for: message) == "Sign up as {username}{x|y|z}? (yes/no)")
  }

  @Test(arguments: [
    ("\u{1B}[31mred", "\\u{1B}[31mred"), ("a\u{9B}b", "a\\u{9B}b"),
    ("\u{1B}]0;x\u{7}", "\\u{1B}]0;x\\u{7}"),
    ("a\nb", "a\\u{A}b"), ("a\u{202E}b", "a\\u{202E}b"), ("a\u{7F}", "a\\u{7F}"), ("字é👍", "字é👍"),
  ])
  func `F16 text from outside has its control characters escaped`(text: String, shown: String) {
    for catalogue in Catalogue.all {
      let words = catalogue.words(for: Message(.pagePrinted, ["link": .text(text)]))
      #expect(words.hasSuffix(shown))
    }
  }

  @Test func `a policy's own words are used in the locale, or else in English`() {
    let message = Message(
      .custom, ["limit": .count(3)],
      texts: ["en": "{limit} {limit|letter|letters}", "zh-Hans": "{limit} 个"])
    #expect(Catalogue.english.words(for: message) == "3 letters")
    #expect(Catalogue.simplifiedChinese.words(for: message) == "3 个")
    let english = Message(.custom, texts: ["en": "No."])
    #expect(Catalogue.simplifiedChinese.words(for: english) == "No.")
  }

  @Test(arguments: [
    ("zh_CN.UTF-8", "zh-Hans"), ("zh_CN", "zh-Hans"), ("zh_SG", "zh-Hans"), ("zh", "zh-Hans"),
    ("zh_CN@pinyin", "zh-Hans"), ("zh_TW.UTF-8", "en"), ("en_US.UTF-8", "en"), ("C", "en"),
    ("C.UTF-8", "en"), ("POSIX", "en"), ("", "en"), ("zhx", "en"), ("fr_FR.UTF-8", "en"),
    ("de", "de"), ("de_DE.UTF-8", "de"), ("de_AT", "de"), ("de_CH.UTF-8", "de"),
    ("de_DE@euro", "de"), ("den_CA", "en"),
  ])
  func `F11 the locale in the environment selects the language`(posix: String, locale: String) {
    #expect(Catalogue.forEnvironment(posix).locale == locale)
  }

  @Test(
    arguments: [
      ("", []), ("plain", []), ("{a} {b|one|many} {a}", ["a", "b"]), ("{", []), ("}", []),
      ("a}b{c}", ["c"]),
    ] as [(String, Set<String>)])
  func `the names in a template are found`(template: String, expected: Set<String>) {
    #expect(names(in: template) == expected)
  }
}
