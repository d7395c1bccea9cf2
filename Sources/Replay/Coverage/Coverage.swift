import Text

/// The parts of the program that a run reached.
package struct Coverage: Sendable {
  /// What there is to reach.
  package enum Kind: String, Sendable, CaseIterable {
    case messages
    case commands = "commands at questions"
    case rules = "policies' rules"
    case formItems = "forms' questions"
    case outcomes
    case locales
  }

  /// The coverage of one kind of item.
  package struct Part: Sendable {
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
    let all = files.reduce(into: Reached()) { $0.formUnion($1.reached) }
    parts = Kind.allCases.compactMap { kind in
      let items = kind.items ?? all.formItems
      // Most transcripts ask only the usual questions.
      if items.isEmpty { return nil }
      let missing = items.filter { !all[kind].contains($0) }
      return Part(name: kind.rawValue, reached: items.count - missing.count, missing: missing)
    }
    unusedSecrets = files.flatMap { path, reached in
      reached.unusedSecrets.map { "\(path):\($0)" }
    }
    var places: [[String]: [String]] = [:]
    for (path, reached) in files {
      for (story, line) in reached.stories { places[story, default: []].append("\(path):\(line)") }
    }
    duplicates = places.values.filter { $0.count > 1 }.map { $0.joined(separator: " = ") }.sorted()
  }

  /// The lowest percentage of all parts.
  package var percent: Int { parts.map(\.percent).min() ?? 100 }
}

extension ReportFormat {
  /// Returns the coverage as it follows a report in this format; plain text for JUnit.
  package func text(of coverage: Coverage) -> String {
    switch self {
    case .text, .junit: coverage.lines.map { $0 + "\n" }.joined()
    case .tap: coverage.lines.map { "# " + $0 + "\n" }.joined()
    // The prefix prevents a line from beginning with `::`, which would make it a command.
    case .github: coverage.lines.map { "coverage: " + $0 + "\n" }.joined()
    case .jsonl: coverage.json + "\n"
    }
  }
}

extension Coverage {
  /// The coverage for people: each part with its missing items, then unused secrets and duplicates.
  /// Safe to show.
  fileprivate var lines: [String] {
    var lines = parts.flatMap { part in
      ["\(part.name): \(part.reached) of \(part.total) (\(part.percent) %)"]
        + part.missing.map { "  not reached: " + $0 }
    }
    lines += unusedSecrets.map { "secret never given: " + $0 }
    lines += duplicates.map { "the same story: " + $0 }
    return lines.map { escapingControls($0) }
  }

  fileprivate var json: String {
    typealias Member = JSONValue.Member
    let parts = parts.map { part in
      JSONValue.object([
        Member("name", .text(part.name)), Member("reached", .whole(part.reached)),
        Member("total", .whole(part.total)),
        Member("missing", .list(part.missing.map { .text($0) })),
      ])
    }
    return JSONValue.object([
      Member("event", .text("coverage")), Member("percent", .whole(percent)),
      Member("parts", .list(parts)),
      Member("unusedSecrets", .list(unusedSecrets.map { .text($0) })),
      Member("duplicates", .list(duplicates.map { .text($0) })),
    ]).description
  }
}
