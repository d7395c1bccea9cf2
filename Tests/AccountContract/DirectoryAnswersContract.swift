import Accounts
import Secrets
import Testing

extension AccountDirectoryContract {
  /// The requirements of answers to the operator's own questions. A service that keeps none
  /// reports none.
  package enum AnswersRule: CaseIterable, Sendable {
    case `answers come back with their account, in order and byte for byte`
    case `a taken name keeps its answers, and takes no others`
    case `the answers of a removed account are gone`
    case `a search finds answers that contain the text, ignoring case`
    case `nothing in a search of answers is a pattern`
  }

  /// Answers that are hard to keep, to questions of the same number of names.
  package static var difficultAnswers: [Answer] {
    [
      Answer("zip", "'; DROP TABLE accounts; --"),
      Answer("email", "\"Ann O'Brien\"@example.org"),
      Answer(
        "about", String(repeating: "e\u{301}世\u{1F469}\u{200D}\u{1F467}", count: 3_640) + "!!!!"),
      Answer("city", "\u{C9}vry"),
      Answer("same-city", "E\u{301}vry"),
      Answer("blank", "  "),
      Answer("json", #"{"a": [1, null]}\u0041\n,;\t"#),
      Answer("formula", "=1+1"),
    ]
  }

  /// Expects that an account has these answers, both by itself and in a listing.
  private func expect(
    _ wanted: [Answer], of name: Username, _ service: Service,
    _ location: SourceLocation = #_sourceLocation
  ) async throws {
    let wanted = service.keepsAnswers ? wanted : []
    let alone = try await account(name, service).answers
    let listed = try await list(service, AccountQuery(order: orders[0]))
      .first { $0.username == name }?.answers
    for answers in [alone, try #require(listed, sourceLocation: location)] {
      #expect(answers.map(\.name) == wanted.map(\.name), sourceLocation: location)
      #expect(
        answers.map { Array($0.text.utf8) } == wanted.map { Array($0.text.utf8) },
        sourceLocation: location)
    }
  }

  func check(_ rule: AnswersRule) async throws {
    let (anna, bert) = (Username("anna"), Username("Bert"))
    switch rule {
    case .`answers come back with their account, in order and byte for byte`:
      let service = try await service(Array(Names.all.prefix(1)))
      try await signUp(anna, answers, service)
      try await signUp(bert, Array(answers.prefix(1)), service)
      try await expect(answers, of: anna, service)
      try await expect(Array(answers.prefix(1)), of: bert, service)
      try await expect([], of: Names.all[0], service)
      let names = try await service.answerNames()
      #expect(Set(names).count == names.count && names == names.sorted())
      #expect(Set(names).isSubset(of: answers.map(\.name)))

    case .`a taken name keeps its answers, and takes no others`:
      let service = try await service()
      try await signUp(anna, Array(answers.prefix(1)), service)
      try await signUp(bert, service)
      for name in [anna, bert, Username("ANNA")] {
        let again = Registration(
          username: name, password: Secret("jgkd-pqwx-mzvb-31B"), answers: answers)
        #expect(try await service.signUp(again) == .taken)
      }
      try await expect(Array(answers.prefix(1)), of: anna, service)
      try await expect([], of: bert, service)

    case .`the answers of a removed account are gone`:
      let service = try await service()
      for name in [anna, bert] { try await signUp(name, answers, service) }
      #expect(try await service.remove(account(anna, service)))
      try await expect(answers, of: bert, service)
      try await signUp(anna, service)
      try await expect([], of: anna, service)
      #expect(try await service.remove(account(bert, service)))
      #expect(try await service.answerNames().isEmpty)

    case .`a search finds answers that contain the text, ignoring case`:
      guard try await self.service().keepsAnswers, searchesAnswers else { return }
      let service = try await service(Array(Names.all.prefix(1)))
      try await signUp(anna, [Answer(answers[0].name, "Somebody from \u{C9}VRY")], service)
      try await signUp(
        bert, [Answer(answers[0].name, "quux"), Answer(answers[1].name, "zorb")], service)
      for text in ["somebody", "BODY FROM", "e\u{301}vry", "from \u{C9}v"] {
        for isReversed in [false, true] {
          let query = AccountQuery(search: text, order: orders[0], isReversed: isReversed)
          let found = try await list(service, query)
          #expect(found.map(\.username) == [anna], "\(text)")
          #expect(found.first?.answers.count == 1)
        }
      }
      // The whole account is listed, and only once, whichever part of it matches.
      for text in ["quux", "zorb", "bert"] {
        let found = try await list(service, AccountQuery(search: text, order: orders[0]))
        #expect(found.map(\.username) == [bert], "\(text)")
        #expect(found.first?.answers.map(\.text) == ["quux", "zorb"], "\(text)")
      }
      #expect(try await list(service, AccountQuery(search: "quuxzorb", order: orders[0])).isEmpty)
      let first = AccountQuery(search: "r", order: orders[0], limit: 2)
      #expect(try await list(service, first).count == 2)

    case .`nothing in a search of answers is a pattern`:
      guard try await self.service().keepsAnswers, searchesAnswers else { return }
      let service = try await service([bert])
      let literal = #"50% a_b a*b [ab] a\b ") or ("a" eq "a"#
      try await signUp(anna, [Answer(answers[0].name, literal)], service)
      for text in ["50%", "a_b", "a*b", "[ab]", #"a\b"#, #"") or ("a" eq "a"#] {
        let found = try await list(service, AccountQuery(search: text, order: orders[0]))
        #expect(found.map(\.username) == [anna], "\(text)")
      }
      for text in ["5%%", "5_%", "a__b", "[a]", "a\\\\b", "' or ''='"] {
        #expect(try await list(service, AccountQuery(search: text, order: orders[0])).isEmpty)
      }
    }
  }
}
