import Accounts
import Testing

struct AvailabilityTests {
  @Test func `a policy has its own words for a taken name`() {
    #expect(Verdict(Policy.rxswift.verdict(isTaken: true)) == .failed([.usernameTaken]))
    #expect(Verdict(Policy.rxswift.verdict(isTaken: false)) == .ok(.usernameAvailable))
    #expect(Verdict(Policy.local.verdict(isTaken: true)) == .failed([.accountExists]))
    #expect(Verdict(Policy.combine.verdict(isTaken: false)) == .ok(.usernameAcceptable))
  }
}
