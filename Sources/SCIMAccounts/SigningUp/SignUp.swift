import Accounts
import HTTP
import Runtime
import Text

/// Creates an account and determines the result.
///
/// The name is looked up immediately before, because some providers accept a second account with
/// the same name, and others overwrite the existing one, both with status 201. It is looked up
/// again afterwards. If a response is missing, the account's `externalId` shows whether it is ours.
struct SignUp {
  let provider: Provider
  let finder: Finder
  let attempts: SignUpAttempts
  let pages: Pages
  let attributes: SCIMAttributes
  let registration: Registration
  let attempt: SignUpAttempt
  let time: TimeLeft

  private var name: String { registration.username.text }

  /// Throws only `CancellationError`.
  func run() async throws -> SignUpResult {
    do {
      let before = try await finder.accounts(named: name, time)
      if !before.isEmpty { return try await settled(before) }
    } catch let failure as NoAnswer {
      return noneMade(failure.reason)
    }
    attempt.mayExist = true
    let response: HTTPResponse
    do {
      response = try await provider.post(
        "/Users", Self.body(registration, attributes, id: attempt.id), with: registration.password,
        time)
    } catch let failure as NoAnswer {
      return failure.mayHaveArrived
        ? try await lookedFor(else: .unknown(failure.reason)) : noneMade(failure.reason)
    }
    return try await understood(response)
  }

  private func understood(_ response: HTTPResponse) async throws -> SignUpResult {
    switch response.status {
    case 200, 201:
      return try await confirmed(response)
    case 409:
      // The account is ours if an intermediary sent the request to the provider twice (F64).
      return try await lookedFor(
        else: .taken, ifNone: tellsAnswers ? .refused(refusal(response)) : .taken)
    case 401, 403, 404, 405, 407, 408, 429:
      return noneMade(NoAnswer.reason(response.status))
    case 400..<500:
      return .refused(refusal(response))
    default:
      return try await lookedFor(else: .unknown(NoAnswer.reason(response.status)))
    }
  }

  private func refusal(_ response: HTTPResponse) -> RefusalReason {
    Refusal(response, password: registration.password, token: provider.token).reason
  }

  /// This call has created no account. Whether an earlier one with the same id has is unknown.
  private func noneMade(_ reason: UnknownReason) -> SignUpResult {
    if attempt.isRetry { return .unknown(reason) }
    attempt.mayExist = false
    return .notAsked(reason)
  }

  /// Whether the account has answers of the user's. If it conflicts with another account whose name
  /// differs, both have the same answer, such as an e-mail address.
  private var tellsAnswers: Bool {
    attributes.questions.contains { question in
      registration.answers.contains { $0.name == question.name }
    }
  }

  /// Looks for an account of ours if no response confirms one.
  ///
  /// - Parameter none: the conclusion if there is no account with this name at all; `nil` for
  ///   `outcome`.
  private func lookedFor(
    else outcome: SignUpResult, ifNone none: SignUpResult? = nil
  ) async throws -> SignUpResult {
    do {
      let accounts = try await finder.accounts(named: name, time)
      if accounts.isEmpty { return none ?? outcome }
      let areTelling = accounts.contains { isOurs($0) || isOfAnotherAttempt($0) }
      return areTelling || outcome == .taken ? try await settled(accounts) : outcome
    } catch is NoAnswer {
      // This call's response was "taken", but an earlier call may have created the account.
      return outcome == .taken && attempt.isRetry ? .unknown(.nonsense) : outcome
    }
  }

  /// The outcome according to the accounts with this name, of which there is at least one.
  private func settled(_ accounts: [SCIMUser]) async throws -> SignUpResult {
    if accounts.contains(where: isOurs) { return try await first(of: accounts) }
    if accounts.contains(where: isOfAnotherAttempt) { return .refused(.earlierPassword) }
    // An account without a mark may be ours if the provider doesn't store marks.
    let isUnmarked = accounts.contains { $0.externalID == nil }
    return attempt.isRetry && isUnmarked ? .unknown(.nonsense) : .taken
  }

  private func isOurs(_ account: SCIMUser) -> Bool {
    attempt.mayExist && account.externalID == attempt.id
  }

  /// Whether an earlier attempt, which had another password, has created the account after all.
  private func isOfAnotherAttempt(_ account: SCIMUser) -> Bool {
    account.externalID.map(attempts.contains) == true
  }
}

extension SignUp {
  private func made(_ account: SCIMUser) -> SignUpResult {
    .signedUp(
      Receipt(
        page: pages.remember(registration.username, account, password: registration.password)))
  }

  /// Replaces an account of ours that an earlier call may have created with other answers: the user
  /// has changed them since.
  private func withLatestAnswers(_ account: SCIMUser) async throws -> SignUpResult {
    do {
      let response = try await provider.put(
        account.id, Self.body(registration, attributes, id: attempt.id).written(),
        with: registration.password, ifMatch: nil, time)
      switch response.status {
      case 200, 204: return made(account)
      case 400:
        // The account stays ours, so that it is found again with answers that the provider accepts.
        attempts.keep(attempt)
        return .refused(refusal(response))
      default: return .unknown(NoAnswer.reason(response.status))
      }
    } catch let failure as NoAnswer {
      return .unknown(failure.reason)
    }
  }

  /// Verifies a reported success.
  private func confirmed(_ response: HTTPResponse) async throws -> SignUpResult {
    let told = JSONValue(response.body).flatMap(SCIMUser.init)
    let after: [SCIMUser]
    do {
      after = try await finder.accounts(named: name, time)
    } catch is NoAnswer {
      // The response can't be verified by a second one, so it is trusted if it contains the whole
      // account.
      guard let told, Finder.areSame(told.userName, name) else { return .unknown(.nonsense) }
      return isChanged(told) ? .taken : made(told.with(locationFrom: response))
    }
    guard let told else {
      return after.contains(where: isOurs) ? try await settled(after) : .unknown(.nonsense)
    }
    let located = told.with(locationFrom: response)
    if after.isEmpty { return try await foundByID(located) }
    guard let ours = after.first(where: { isOurs($0) || isUnmarked($0, told) }) else {
      // The account existed before and has its own mark.
      return after.contains { $0.id == told.id } ? .taken : .unknown(.nonsense)
    }
    if after.count > 1 { return try await first(of: after, told) }
    guard ours.id == told.id else { return .unknown(.nonsense) }
    return isChanged(told) ? .taken : made(located)
  }

  /// If the provider doesn't store marks, an account can be recognized only by the returned id.
  private func isUnmarked(_ account: SCIMUser, _ told: SCIMUser) -> Bool {
    account.externalID == nil && account.id == told.id
  }

  /// Search results may lag behind the stored accounts; a request by id does not.
  private func foundByID(_ told: SCIMUser) async throws -> SignUpResult {
    do {
      let response = try await provider.get(id: told.id, time)
      guard response.status == 200,
        let account = JSONValue(response.body).flatMap(SCIMUser.init),
        Finder.areSame(account.userName, name)
      else { return .unknown(.nonsense) }
      return isChanged(account) ? .taken : made(told)
    } catch let failure as NoAnswer {
      // An id that contains a secret was not asked for.
      return failure.failure?.reason == .holdsSecret ? .unknown(.nonsense) : made(told)
    }
  }

  /// Whether the account existed before: a new account's last modification is its creation (RFC
  /// 7643, 3.1). Some providers take several seconds between the two.
  private func isChanged(_ account: SCIMUser) -> Bool {
    guard !attempt.isRetry, let created = account.created, let modified = account.lastModified
    else { return false }
    return modified.microseconds - created.microseconds > 10_000_000
  }

  /// If several accounts have this name, the first one keeps it. Each client removes its own
  /// account if it isn't the first; all clients that see the same accounts agree on which is the
  /// first.
  ///
  /// - Parameter told: the account that this call has created; `nil` if it may be an earlier call's.
  private func first(
    of accounts: [SCIMUser], _ told: SCIMUser? = nil
  ) async throws -> SignUpResult {
    let ours = accounts.filter { account in
      isOurs(account) || told.map { isUnmarked(account, $0) } == true
    }
    let first = accounts.min { left, right in
      if let one = left.created, let other = right.created, one != other { return one < other }
      return left.id < right.id
    }
    for account in ours where account != first {
      let response = try? await provider.delete(account.id, time)
      guard let status = response?.status, (200..<300).contains(status) || status == 404 else {
        return .unknown(.nonsense)
      }
    }
    guard let first, ours.contains(first) else { return .taken }
    return told == nil && attempt.mayHaveOtherAnswers
      ? try await withLatestAnswers(first) : made(first)
  }
}

extension SignUp {
  /// - Parameter id: the account's `externalId`.
  static func body(
    _ registration: Registration, _ attributes: SCIMAttributes, id: String
  ) -> SecretJSON {
    let tree = AttributeTree(attributes, for: registration)
    let members: [AttributeTree.Member] = [
      ("schemas", .list(([SchemaURN.user] + tree.schemas).map { .text($0) })),
      ("userName", .text(registration.username.text)), ("password", .secret(registration.password)),
      ("active", .bool(true)), ("externalId", .text(id)),
    ]
    return .object(members + tree.core + tree.extensions)
  }
}
