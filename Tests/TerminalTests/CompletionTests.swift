import Testing
import Text

@testable import Terminal

@Suite struct CompletionTests {
  private let words = ["/back", "/edit username", "/edit password", "/返回"]

  @Test(
    arguments: [
      ("/b", .insert("ack")), ("/e", .insert("dit ")), ("/edit u", .insert("sername")),
      ("/back", .none), ("x", .none), ("", .insert("/")), ("/返", .insert("回")),
      ("/edit ", .list(["/edit username", "/edit password"])),
    ] as [(String, Completion)])
  func `tab completes as far as it is unambiguous`(typed: String, result: Completion) {
    #expect(Completion(of: typed, among: words) == result)
  }

  @Test(arguments: [
    ("", "octocat1"), ("octo", "cat1"), ("octocat1", nil), ("x", nil), ("/b", "ack"),
  ])
  func `tab prefers the word that is offered next to the line`(typed: String, rest: String?) {
    let completion = Completion(of: typed, among: words, first: "octocat1")
    #expect(completion == rest.map { .insert($0) } ?? .none)
  }

  @Test func `an empty line completes to answers, and a slash to commands`() {
    let words = ["bash", "zsh"] + words
    #expect(Completion(of: "", among: words) == .list(["bash", "zsh"]))
    #expect(Completion(of: "/e", among: words) == .insert("dit "))
    #expect(Completion(of: "z", among: words) == .insert("sh"))
  }

  @Test func `no line of a completion list is wider than the terminal`() {
    let table = Completion.table(words, width: 20)
    for line in table.split(separator: "\n") { #expect(displayWidth(of: line) < 20) }
    #expect(Completion.table(["a", "b"], width: 80) == "a  b\n")
  }
}
