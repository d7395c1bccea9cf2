import Accounts
import Conversation
import Testing

@testable import Transcripts

struct EndingTests {
  @Test(arguments: [
    (Outcome.signedUp(Username("octodog")), Int32(0), "end> signed-up exit=0 username=octodog"),
    (.signedUp(Username("a  b")), 0, "end> signed-up exit=0 username=a  b"),
    (.refused(.field(.username)), 1, "end> refused exit=1 question=username"),
    (.incomplete(.field(.repeated)), 2, "end> incomplete exit=2 question=repeat"),
    (.quit(.choice(.afterFailure)), 2, "end> quit exit=2 question=what now"),
    (.unreachable(.field(.username)), 69, "end> unreachable exit=69 question=username"),
    (.malformed(.nul, .field(.password)), 65, "end> malformed exit=65 question=password why=nul"),
    (
      .malformed(.invalidUTF8, .review), 65,
      "end> malformed exit=65 question=review why=invalid-utf8"
    ),
    (.interrupted(.choice(.editWhich)), 130, "end> interrupted exit=130 question=what to edit"),
  ])
  func `each outcome has its exit status and its last line`(
    outcome: Outcome, status: Int32, line: String
  )
    throws
  {
    #expect(outcome.exitStatus == status)
    #expect(Record.end(outcome.ending).description == line)
    #expect(try LineParser.record(line) == .end(outcome.ending))
  }

  @Test(arguments: [
    (Outcome.signedUp(Username("a why=nul")), Event.inputEnded), (.refused(.review), .inputEnded),
    (.incomplete(.review), .inputEnded), (.quit(.review), .inputEnded),
    (.unreachable(.review), .inputEnded), (.interrupted(.review), .interrupted),
  ])
  func `only an end that came from outside is replayed`(outcome: Outcome, event: Event) {
    #expect(outcome.ending.lastEvent == event)
  }

  @Test(arguments: MalformedInput.allCases)
  func `malformed input is replayed as the same kind of malformed input`(why: MalformedInput) {
    #expect(Outcome.malformed(why, .field(.username)).ending.lastEvent == .inputMalformed(why))
  }

  @Test(arguments: ["", "question=username", "why=", "why=nonsense", "why=nul question=username"])
  func `a malformed end with an unknown reason is replayed as the end of input`(details: String) {
    let ending = Ending(outcome: "malformed", exit: 65, details: details)
    #expect(ending.lastEvent == .inputEnded)
  }
}
