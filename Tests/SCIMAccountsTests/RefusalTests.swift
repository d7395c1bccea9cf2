import Accounts
import HTTP
import Secrets
import Testing
import Text

@testable import SCIMAccounts

struct RefusalTests {
  private func answer(_ status: Int, _ body: String) async throws -> SignUpResult {
    let provider = FakeProvider(before: { $0.method == .post ? .json(status, body) : nil })
    return try await service(provider).signUp(registration)
  }

  @Test func `the provider's own words are passed on`() async throws {
    #expect(
      try await answer(400, #"{"scimType":"invalidValue","detail":"emails is needed"}"#)
        == .refused(.service("emails is needed")))
    #expect(
      try await answer(400, #"{"scimType":"invalidValue","detail":"UserName must be short"}"#)
        == .refused(.serviceAboutName("UserName must be short")))
  }

  @Test(
    arguments: [
      (400, "", "HTTP 400"), (400, "<html>", "HTTP 400"), (422, "[]", "HTTP 422"),
      (400, #"{"scimType":"invalidValue"}"#, "HTTP 400 invalidValue"),
      (400, #"{"scimType":"\u001b[31m","detail":7}"#, "HTTP 400"), (413, "{}", "HTTP 413"),
      (414, "<html>", "HTTP 414"), (415, "{}", "HTTP 415"),
    ])
  func `F57 a refusal without a reason is described by its status`(
    status: Int, body: String, why: String
  )
    async throws
  {
    #expect(try await answer(status, body) == .refused(.service(why)))
  }

  @Test(
    arguments: [
      "xqzv-kjwp-fmgh-ty9A is weak", "bad: xqzv", "bad: XQZV-KJWP", "no 'fmgh' please", "ty9A",
    ])
  func `F51 a reason that contains the password or a part of it is not shown`(detail: String)
    async throws
  {
    #expect(
      try await answer(400, #"{"scimType":"invalidValue","detail":"\#(detail)"}"#)
        == .refused(.service("HTTP 400 invalidValue")))
  }

  @Test func `a reason that contains the token is not shown`() async throws {
    #expect(
      try await answer(400, #"{"detail":"Bearer \#(FakeProvider.token) was sent"}"#)
        == .refused(.service("HTTP 400")))
  }

  @Test func `a short secret is matched as a whole`() {
    #expect(Secret("ab").isShown(in: "xxAbxx"))
    #expect(!Secret("ab").isShown(in: "a b"))
    #expect(!Secret("").isShown(in: "a"))
    #expect(!Secret("abcd").isShown(in: "abc"))
    #expect(Secret("abcd").isShown(in: "abcd"))
  }
}
