import Accounts
import Testing

@testable import Conversation

struct KnownNamesTests {
  /// Returns a name's availability, different for neighbouring numbers.
  private static func answer(_ number: Int) -> Availability {
    number.isMultiple(of: 3) ? .taken : number.isMultiple(of: 2) ? .available : .unknown(.timedOut)
  }

  @Test(arguments: [0, 1, 15, 16, 17, 18, 100])
  func `each name has its latest availability, for any number of names`(count: Int) {
    var known = KnownNames()
    func check(_ answers: (Int) -> Availability) {
      for number in 0..<count {
        #expect(known[Username("name\(number)")] == answers(number), "\(number)")
      }
      #expect(known[Username("name\(count)")] == nil)
    }
    for number in 0..<count { known.note(Self.answer(number), of: Username("name\(number)")) }
    check(Self.answer)
    for number in 0..<count { known.note(Self.answer(number + 1), of: Username("name\(number)")) }
    check { Self.answer($0 + 1) }
  }

  @Test func `names are compared by their bytes`() {
    var known = KnownNames()
    known.note(.taken, of: Username("é"))
    #expect(known[Username("e\u{301}")] == nil)
    known.note(.available, of: Username("e\u{301}"))
    #expect(known[Username("é")] == .taken && known[Username("e\u{301}")] == .available)
  }
}
