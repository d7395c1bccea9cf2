import Accounts
import Testing

struct AvailabilityTests {
  @Test(arguments: [
    (Availability.available, Verdict.ok(.usernameAvailable)), (.taken, .failed([.usernameTaken])),
    (.unknown(.unreachable), .failed([.serviceFailed])),
    (.unknown(.timedOut), .failed([.serviceFailed])),
    (.unknown(.rateLimited), .failed([.serviceFailed])),
    (.unknown(.nonsense), .failed([.serviceFailed])),
  ])
  func `unknown is never taken and never ok`(availability: Availability, verdict: Verdict) {
    #expect(Verdict(Policy.rxswift.verdict(on: availability)) == verdict)
  }

  @Test func `a policy has its own words for a taken name`() {
    #expect(Verdict(Policy.local.verdict(on: .taken)) == .failed([.accountExists]))
    #expect(Verdict(Policy.combine.verdict(on: .available)) == .ok(.usernameAcceptable))
  }
}
