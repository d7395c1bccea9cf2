import Testing

@testable import Accounts

/// The names that could be suggested instead of a taken one.
struct NamesLikeTests {
  private func names(_ policy: Policy, _ name: String) -> [String] {
    policy.names(like: Username(name)).map(\.text)
  }

  @Test(arguments: [
    ("octocat", ["octocat1", "octocat2"]), ("ann7", ["ann8", "ann9"]),
    ("ann99", ["ann100", "ann101"]),
    ("x0", ["x1", "x2"]), ("章鱼", ["章鱼1", "章鱼2"]), ("tel5550123", ["tel55501231", "tel55501232"]),
    ("2026", ["20261", "20262"]),
  ])
  func `the first two are the next two numbers`(name: String, first: [String]) {
    #expect(Array(names(.rxswift, name).prefix(2)) == first)
  }

  @Test(arguments: Policy.named.map(\.name), ["octocat", "ann7", "a", "9", "é", "a-b", "x999"])
  func `all differ from the name and are accepted by the policy, and the same ones come again`(
    policy: String, name: String
  ) throws {
    let policy = try #require(Policy.named.first { $0.name == policy })
    let all = names(policy, name)
    #expect(all.count <= 4 && Set(all + [name]).count == all.count + 1)
    #expect(all.allSatisfy { policy.judge(username: Username($0)).isValid })
    #expect(all == names(policy, name))
  }

  @Test func `a reserved name and one that is too long are left out`() {
    var policy = Policy.rxswift
    policy.username.rules = [
      Rule(.notReserved(["octocat1"]), .reason(.usernameReserved)),
      Rule(.maximum(9, .characters), .reason(.usernameTooLong)),
    ]
    #expect(names(policy, "octocat").first == "octocat2")
    #expect(names(policy, "octocat").allSatisfy { $0.count <= 9 })
    #expect(names(policy, "octocatss") == [])
  }
}
