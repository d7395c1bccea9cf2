import Text
import Transcripts

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
  var lines: [String] {
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
