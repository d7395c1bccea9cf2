import Testing

@testable import Transcripts

/// Every differing turn, for accepting all of them at once.
struct AllDifferencesTests {
  private let wanted = "@ transcript 1\nbot> A\nyou> 1\nbot> B\nyou> 2\nbot> C\nyou> 3\nbot> D\n"

  private func all(_ got: String) -> [Difference] { Difference.all(wanted: wanted, got: got) }

  @Test func `equal texts have no differences`() {
    #expect(all(wanted).isEmpty)
    #expect(Difference.all(wanted: "", got: "").isEmpty)
  }

  @Test func `each differing turn is reported with its line in the wanted text`() {
    let got = "@ transcript 1\nbot> A\nyou> 1\nbot+ X\nbot> b\nyou> 2\nbot> C\nyou> 3\n"
    let differences = all(got)
    #expect(differences.map(\.line) == [4, 8])
    #expect(differences.map(\.firstLine) == [1, 7])
    #expect(differences.map(\.before) == [["@ transcript 1", "bot> A"], []])
    #expect(differences.map(\.wanted) == [["you> 1", "bot> B"], ["you> 3", "bot> D"]])
    #expect(differences.map(\.got) == [["you> 1", "bot+ X", "bot> b"], ["you> 3"]])
    #expect(differences.map(\.following) == [0, 0])
  }

  @Test
  func `if answers are unused, only the first difference is reported`() {
    #expect(
      all("@ transcript 1\nbot> A\nyou> 1\nend> quit exit=2\n") == [
        Difference(wanted: wanted, got: "@ transcript 1\nbot> A\nyou> 1\nend> quit exit=2\n")!
      ])
  }

  @Test func `a missing newline at the end is the only difference`() {
    let differences = all(String(wanted.dropLast()))
    #expect(differences.count == 1)
    #expect(differences.first?.got == ["you> 3", "bot> D", Difference.noNewline])
  }
}
