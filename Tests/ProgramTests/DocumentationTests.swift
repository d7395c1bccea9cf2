import Foundation
import Testing

/// The README and the articles: their examples, links and pictures.
@Suite(.ownThreads)
struct DocumentationTests {
  private let scratch = Scratch()

  static let catalogue = "Sources/signup-bot/Documentation.docc"

  static let pages: [String] = {
    let folder = Program.root.appendingPathComponent(catalogue).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ["README.md"]
      + names.filter { $0.hasSuffix(".md") }.sorted().map { catalogue + "/" + $0 }
  }()

  /// README.md is also checked for its length, and all pages together for the options that they
  /// explain.
  @Test(arguments: pages)
  func `what a page shows is what the program prints, and its links lead somewhere`(
    page: String
  ) throws {
    let run = try Program.shell("python3 Tests/Documentation/check.py $BOT \(page)")
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run)")
  }

  @Test func `a wrong output, an example that isn't run, and a dead link are found`() throws {
    let page = try scratch.file(
      "page.md",
      """
      # A page
      [nowhere](nowhere.md), [no heading](#no-heading), [a heading](#a-page)

      ```console
      $ signup-bot --version
      0.0.0
      $ false
      $ echo $?
      1
      $ signup-bot policy | head -2
      …
      ```

      ```sh
      true
      ```

      ```chat
      @ transcript 1
      end> signed-up exit=0 username=octodog
      ```

      """)
    let run = try Program.shell("python3 Tests/Documentation/check.py $BOT \(page)")
    #expect(run.status == 1 && run.errors.isEmpty, "\(run)")
    let problems = run.output.matches(of: #/(?m)^page\.md: (.*)$/#).map { String($0.1) }
    #expect(
      problems == [
        "a block is not run, and no comment says why:", "a transcript differs:",
        "$ signup-bot --version", "the link nowhere.md leads nowhere",
        "the link #no-heading leads to no heading",
      ], "\(run.output)")
    #expect(run.output.contains("-0.0.0\n"))
  }

  @Test func `a session at a terminal still looks like each picture`() throws {
    let run = try Program.shell("python3 Tests/Pictures/draw.py $BOT \(scratch.path)")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    for name in ["conversation", "accounts", "difference"] {
      let picture = "\(Self.catalogue)/Resources/\(name).svg"
      let kept = try String(
        decoding: Data(contentsOf: Program.root.appendingPathComponent(picture)), as: UTF8.self)
      #expect(
        try scratch.text(name + ".svg") == kept,
        "draw it again: python3 Tests/Pictures/draw.py .build/debug/signup-bot")
    }
  }
}
