import Accounts
import Testing
import Transcripts

@testable import Chat

struct SettingsMemoTests {
  private static let anywhere = Settings.Surroundings(locale: "C", freshSeed: 7) { _ in nil }

  private func read(
    _ text: String, _ memo: SettingsMemo, firstLine: Int = 1, folder: String? = nil
  ) throws -> ReadSettings {
    let script = try Script(parsing: text.utf8, firstLine: firstLine)
    return try memo.settings(of: script, in: folder) { () throws(SettingError) in
      var raw = RawSettings()
      try raw.add(transcript: script.settings)
      return try Settings(raw, in: Self.anywhere)
    }
  }

  @Test func `settings are parsed once for the same header, whatever follows it`() throws {
    let memo = SettingsMemo()
    let first = try read("@ transcript 1\n@ seed 42\nbot> a\n", memo)
    #expect(first.settings.world.seed == 42)
    #expect(try read("@ transcript 1\n@ seed 42\nbot> b\nyou> c\n", memo) === first)
  }

  @Test func `the same header in another folder is parsed separately, because it may name a file`()
    throws
  {
    let memo = SettingsMemo()
    let text = "@ transcript 1\n@ seed 42\nbot> a\n"
    let first = try read(text, memo, folder: "a")
    #expect(try read(text, memo, folder: "a") === first)
    #expect(try read(text, memo, folder: "b") !== first)
  }

  @Test(arguments: [
    ("@ transcript 1\n@ seed 43\nbot> a\n", 1), ("@ transcript 1\n@ seed 42\n@ yes x\n", 1),
    ("@ transcript 1\n# x\n@ seed 42\nbot> a\n", 1), ("@ transcript 1\n@ seed 42\nbot> a\n", 2),
    ("@ transcript 1\n@ seed 4\nbot> a\n", 1), ("@ transcript 1\n", 1),
  ])
  func `a different header, or one with different line numbers, is parsed separately`(
    text: String, firstLine: Int
  ) throws {
    let memo = SettingsMemo()
    let first = try read("@ transcript 1\n@ seed 42\nbot> a\n", memo)
    let other = try? read(text, memo, firstLine: firstLine)
    #expect(other !== first)
  }

  @Test func `unusable settings are reported each time`() throws {
    let memo = SettingsMemo()
    for _ in 0..<2 {
      #expect(throws: SettingError.self) {
        try read("@ transcript 1\n@ locale xx\nbot> a\n", memo)
      }
    }
  }
}
