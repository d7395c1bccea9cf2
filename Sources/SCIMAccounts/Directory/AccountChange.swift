import Accounts
import HTTP
import Runtime
import Text

/// Changes one account and verifies the result. Its methods throw `NoAnswer`, `CancellationError`,
/// or `DirectoryError.unsupported` if the provider refuses the change.
struct AccountChange {
  let provider: Provider
  let finder: Finder
  let id: String
  let time: TimeLeft

  /// The current state of an account.
  struct Shown {
    let account: SCIMUser
    let tree: JSONValue
    let body: [UInt8]
    /// The account's entity tag; `nil` if the provider has none.
    let version: String?
  }

  /// Reads the account; returns `nil` if it does not exist.
  func look() async throws -> Shown? {
    let response = try await provider.get(id: id, time)
    if response.status == 404 || response.status == 410 { return nil }
    guard response.status == 200 else { throw NoAnswer(response) }
    guard let tree = JSONValue(response.body), let account = SCIMUser(tree), account.id == id else {
      throw NoAnswer(.nonsense, "the answer is not the account that was asked for")
    }
    let version = response.header("ETag") ?? tree["meta"]?["version"]?.asText
    return Shown(
      account: account, tree: tree, body: response.body,
      version: version.flatMap { Self.isTag($0) ? $0 : nil })
  }

  /// Whether the text can be sent in a header: an entity tag has no spaces and ends with a
  /// quotation mark (RFC 9110, 8.8.3).
  private static func isTag(_ text: String) -> Bool {
    text.utf8.count <= 200 && text.hasSuffix("\"")
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Removes the account. Returns whether it existed. See `AccountDirectory.remove`.
  func remove() async throws -> Bool {
    switch try await make(nil, { try await provider.delete(id, time) }) {
    case .made: true
    case .gone, .changedMeanwhile, .unsupported: false
    }
  }

  /// The result of a change.
  enum Outcome {
    case made
    /// The account does not exist.
    case gone
    /// Another client has changed the account in the meantime.
    case changedMeanwhile
    /// The provider does not support the method.
    case unsupported
  }

  /// Sends a change once. Some providers report changes that they have not made, and a response may
  /// be lost, so the account is read again afterwards.
  ///
  /// - Parameter isActive: the wanted state; `nil` to remove the account, whose outcome is always
  ///   `made` or `gone`.
  func make(
    _ isActive: Bool?, _ send: () async throws -> HTTPResponse
  ) async throws -> Outcome {
    let response: HTTPResponse
    do {
      response = try await send()
    } catch let failure as NoAnswer where failure.mayHaveArrived {
      return try await outcome(isActive, else: failure)
    }
    switch response.status {
    // RFC 7644, 3.5 and 3.6. Another success, such as 202, is none yet.
    case 200, 204:
      let failure = NoAnswer(.nonsense, "a change that is said to be made is not there")
      return try await outcome(isActive, told: response, else: failure)
    // The account may exist although the endpoint for changing it does not.
    case 404, 410:
      if isActive != nil, try await look() != nil { return .unsupported }
      return .gone
    case 405 where isActive != nil, 501 where isActive != nil: return .unsupported
    case 412 where isActive != nil: return .changedMeanwhile
    case 201..<400, 401, 403, 407, 408, 429, 500, 502...:
      return try await outcome(isActive, else: NoAnswer(response))
    default:
      let what = isActive.map { $0 ? "enable accounts" : "disable accounts" } ?? "remove accounts"
      let why = Refusal(response, password: nil, token: provider.token).why
      throw DirectoryError.unsupported(
        "the SCIM provider at \(provider.base) does not let this program \(what): \(why)")
    }
  }

  /// Returns the outcome of a change according to the account; throws `failure` if the account
  /// doesn't show the change. Which request has made it does not matter.
  ///
  /// - Parameter response: reports a success; `nil` if there is no such response.
  private func outcome(
    _ isActive: Bool?, told response: HTTPResponse? = nil, else failure: NoAnswer
  ) async throws -> Outcome {
    let shown: Shown?
    do {
      shown = try await look()
    } catch is NoAnswer {
      // The response can't be verified by a second one, so it is trusted if it contains the whole
      // account.
      let told = (response?.body).flatMap { JSONValue($0) }.flatMap(SCIMUser.init)
      let isTold = told?.id == id && told?.isActive == isActive
      guard response != nil, isActive == nil || isTold else { throw failure }
      return .made
    }
    guard let shown else { return isActive == nil ? .made : .gone }
    guard let isActive, shown.account.isActive == isActive else { throw failure }
    return .made
  }
}
