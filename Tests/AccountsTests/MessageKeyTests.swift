import Testing

@testable import Accounts

struct MessageKeyTests {
  @Test func `the place of each key is its index in the list of all keys`() {
    #expect(MessageKey.allCases.map(\.place) == Array(MessageKey.allCases.indices))
  }
}
