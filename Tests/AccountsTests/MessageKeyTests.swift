import Testing

@testable import Accounts

struct MessageKeyTests {
  @Test func `each key has its place in the list of all`() {
    #expect(MessageKey.allCases.map(\.place) == Array(MessageKey.allCases.indices))
  }
}
