import Accounts
import HTTP
import Runtime
import Secrets
import Text

/// Changes one account and verifies the result. Its methods throw `NoAnswer`, `HTTPFailure`,
/// `CancellationError`, or `DirectoryError.unsupported` if the provider refuses the change.
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
    if Self.isGone(response.status) { return nil }
    guard response.status == 200 else { throw NoAnswer(response) }
    guard let tree = JSONValue(response.body), let account = SCIMUser(tree), account.id == id else {
      throw NoAnswer(.nonsense, "the answer is not the account that was asked for")
    }
    let version = response.header("ETag") ?? tree["meta"]?["version"]?.asText
    return Shown(
      account: account, tree: tree, body: response.body,
      version: version.flatMap { Self.isTag($0) ? $0 : nil })
  }

  /// Removes the account. Returns whether it existed. See `AccountDirectory.remove`.
  func remove() async throws -> Bool {
    let response: HTTPResponse
    do {
      response = try await provider.delete(id, time)
    } catch let failure as HTTPFailure where failure.mayHaveArrived {
      return try await isGone(else: NoAnswer(failure))
    }
    switch Reply(response) {
    case .done:
      guard try await found()?.isThere != true else {
        throw NoAnswer(.nonsense, "an account that is said to be removed is there")
      }
      return true
    case .gone: return false
    case .unclear(let failure): return try await isGone(else: failure)
    case .unknownMethod, .changedMeanwhile, .refused: throw refusal(response, "remove accounts")
    }
  }

  /// Confirms that the account is gone after a removal without a response. Which request removed it
  /// does not matter.
  private func isGone(else failure: NoAnswer) async throws -> Bool {
    guard try await found()?.isThere == false else { throw failure }
    return true
  }

  /// The account's current state; `nil` if it is unknown.
  func found() async throws -> Found? {
    do {
      return try await look().map { .there($0) } ?? .nothing
    } catch is NoAnswer {
      return nil
    } catch is HTTPFailure {
      return nil
    }
  }

  enum Found {
    case there(Shown)
    case nothing

    var isThere: Bool {
      switch self {
      case .there: true
      case .nothing: false
      }
    }
  }

  func refusal(_ response: HTTPResponse, _ what: String) -> DirectoryError {
    let why = Refusal(response, password: nil, token: provider.token).why
    return .unsupported(
      "the SCIM provider at \(provider.base) does not let this program \(what): \(why)")
  }

  private static func isGone(_ status: Int) -> Bool { status == 404 || status == 410 }

  /// Whether the text can be sent in a header: an entity tag has no spaces and ends with a
  /// quotation mark (RFC 9110, 8.8.3).
  private static func isTag(_ text: String) -> Bool {
    text.utf8.count <= 200 && text.hasSuffix("\"")
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// The meaning of a response to a change.
  enum Reply {
    case done
    case gone
    /// The provider does not support the method.
    case unknownMethod
    /// Another client has changed the account in the meantime.
    case changedMeanwhile
    case refused
    /// The change may have been made.
    case unclear(NoAnswer)

    init(_ response: HTTPResponse) {
      switch response.status {
      // RFC 7644, 3.5 and 3.6. Another success, such as 202, is none yet.
      case 200, 204: self = .done
      case 404, 410: self = .gone
      case 405, 501: self = .unknownMethod
      case 412: self = .changedMeanwhile
      case 201..<400, 401, 403, 407, 408, 429, 500...: self = .unclear(NoAnswer(response))
      default: self = .refused
      }
    }
  }
}
