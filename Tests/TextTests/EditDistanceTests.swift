import Accounts
import Testing
import Text

struct EditDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "abd", 1),
    ("abc", "ac", 1),
    ("abc", "abxc", 1), ("ab", "ba", 2), ("kitten", "sitting", 3), ("saturday", "sunday", 3),
    ("abc", "xyz", 3),
  ])
  func `the distance of two words`(first: String, second: String, distance: Int) {
    #expect(editDistance(Array(first), second) == distance)
    #expect(editDistance(Array(second), first) == distance)
  }

  @Test func `the distance of random words matches the definition`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<1_500 {
      let words = (0..<2).map { _ in
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
          Int.random(in: 0...2, using: &random)
        }
      }
      #expect(
        editDistance(words[0], words[1]) == naive(words[0][...], words[1][...]), "\(words)")
    }
  }

  @Test func `a limit changes no distance up to it, and keeps greater distances above it`() {
    var random = SplitMix64(seed: 8)
    for _ in 0..<3_000 {
      let words = (0..<2).map { _ in
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          Int.random(in: 0...2, using: &random)
        }
      }
      let distance = editDistance(words[0], words[1])
      let limit = Int.random(in: 0...13, using: &random)
      let limited = editDistance(words[0], words[1], limit: limit)
      #expect(
        distance <= limit ? limited == distance : limited > limit, "\(words), limit \(limit)")
    }
  }

  private func naive(_ first: ArraySlice<Int>, _ second: ArraySlice<Int>) -> Int {
    guard let head = first.first else { return second.count }
    guard let other = second.first else { return first.count }
    if head == other { return naive(first.dropFirst(), second.dropFirst()) }
    return 1
      + min(
        naive(first.dropFirst(), second), naive(first, second.dropFirst()),
        naive(first.dropFirst(), second.dropFirst()))
  }
}
