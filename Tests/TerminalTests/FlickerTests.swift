import Accounts
import Testing

@testable import Terminal

extension TerminalTests {
  /// A recorded conversation, frame by frame.
  @Suite struct FlickerTests {
    @Test(arguments: [120, 80, 60, 40])
    func `no cell that stays is blank in between`(columns: Int) async throws {
      var world = MockAccounts.World()
      world.taken = ["octocat"]
      world.latency = .milliseconds(700)
      world.failures = MockAccounts.Ratio(0, in: 1)
      let talk = try FilmedTalk(columns: columns, policy: .strict, world: world)
      try await talk.film { talk in
        try talk.wait(for: "Username? ", "/help")
        for name in ["octocat", "octodog"] {
          try type(name, after: "Username? ", into: talk) { name.prefix($0) }
          // The check takes longer than the spinner waits.
          talk.type("\r")
          if name == "octocat" {
            try talk.wait(for: "✗ Username already taken\nUsername?")
          } else {
            try talk.wait(for: "✓ Username available", "Password?", "or more")
          }
        }
        try type("correct horse", after: "Password? ", into: talk, shown: dots)
        try talk.wait(for: columns == 40 ? "2 of 3 ✓" : "✗ 15")
        talk.type(" battery")
        try talk.wait(for: dots(21), "✓")
        talk.type("\r")
        try talk.wait(for: "✓ Password acceptable", "Password again? ")
        try type("correct x", after: "Password again? ", into: talk, shown: dots)
        try talk.wait(for: "✗ d")
        talk.type("\r")
        try talk.wait(for: "✗ Password different", "Ctrl-R")
        talk.type("correct horse battery")
        try talk.wait(for: "Password again? " + dots(21))
        talk.type("\r")
        try talk.wait(for: "✓ Password repeated", "Sign up as octodog? (Y/n)")
        talk.type("\r")
        try talk.wait(for: "(Y/n) yes", "You are signed up as octodog")
      }
      #expect(talk.frames.count > 40, "at least one for each key")
      let flickers = talk.flickers
      #expect(flickers.isEmpty, "\(flickers.prefix(3).joined(separator: "\n"))")
    }

    /// Types keys one by one, and waits until each is on the screen.
    private func type(
      _ keys: String, after prompt: String, into talk: FilmedTalk,
      shown: (_ count: Int) -> some StringProtocol
    ) throws {
      for (index, key) in keys.enumerated() {
        talk.type(String(key))
        try talk.wait(for: prompt + String(shown(index + 1)))
      }
    }

    private func dots(_ count: Int) -> String { String(repeating: "•", count: count) }
  }
}
