import Accounts
import HTTP
import Text

/// Makes one account, and finds out what came of it.
///
/// A name is looked up right before, because some providers let a second account have it, and some change
/// the account that has it, and both say 201. It is looked up again afterwards. Where an answer is missing,
/// the account's `externalId` tells whether it is ours.
struct SignUp {
  let provider: Provider
  let finder: Finder
  let attempts: Attempts
  let attributes: SCIMAttributes
  let registration: Registration
  let attempt: Attempt
  let time: TimeLeft

  /// What came of a sign-up.
  enum Outcome: Equatable {
    case made(Account)
    case taken
    /// An account was made after all of an earlier attempt, which had another password.
    case madeEarlier
    case refused(Message)
    /// Nothing can have been made.
    case notAsked(UnknownReason)
    case unknown(UnknownReason)
  }

  private var name: String { registration.username.text }

  /// It throws `CancellationError` alone.
  func run() async throws -> Outcome {
    do {
      let before = try await finder.accounts(named: name, time)
      if !before.isEmpty { return await settled(before) }
    } catch let failure as NoAnswer {
      return noneMade(failure.reason)
    }
    attempt.mayExist = true
    let response: HTTPResponse
    do {
      response = try await provider.post(
        "/Users", Self.body(registration, attributes, id: attempt.id), time)
    } catch let failure as HTTPFailure {
      let reason = UnknownReason(failure.reason)
      return failure.mayHaveArrived ? try await lookedFor(else: .unknown(reason)) : noneMade(reason)
    }
    return try await understood(response)
  }

  private func understood(_ response: HTTPResponse) async throws -> Outcome {
    switch response.status {
    case 200..<300:
      return try await confirmed(response)
    case 409:
      // Ours, if what answered asked the provider twice (F64).
      return try await lookedFor(else: .taken)
    case 401, 403, 404, 405, 407, 408, 429:
      return noneMade(NoAnswer.reason(response.status))
    case 400..<500:
      return .refused(
        Refusal(
          response, password: registration.password, token: provider.token
        ).message)
    default:
      return try await lookedFor(else: .unknown(NoAnswer.reason(response.status)))
    }
  }

  /// Nothing came of this call. Of an earlier one with the same id, nobody knows.
  private func noneMade(_ reason: UnknownReason) -> Outcome {
    if attempt.isRetry { return .unknown(reason) }
    attempt.mayExist = false
    return .notAsked(reason)
  }

  /// Looks whether there is an account of ours where no answer says so.
  private func lookedFor(else outcome: Outcome) async throws -> Outcome {
    do {
      let accounts = try await finder.accounts(named: name, time)
      let areTelling = accounts.contains { isOurs($0) || attempts.holds($0.externalID) }
      return areTelling || outcome == .taken && !accounts.isEmpty
        ? await settled(accounts) : outcome
    } catch is NoAnswer {
      // "Taken" was the answer to this call; there may have been one before it.
      return outcome == .taken && attempt.isRetry ? .unknown(.nonsense) : outcome
    }
  }

  /// What accounts of this name say, of which there is one at least.
  private func settled(_ accounts: [Account]) async -> Outcome {
    if accounts.contains(where: isOurs) { return await first(of: accounts) }
    if accounts.contains(where: { attempts.holds($0.externalID) }) { return .madeEarlier }
    // One without a mark may be ours, on a provider that doesn't keep marks.
    let isUnmarked = accounts.contains { $0.externalID == nil }
    return attempt.isRetry && isUnmarked ? .unknown(.nonsense) : .taken
  }

  private func isOurs(_ account: Account) -> Bool {
    attempt.mayExist && account.externalID == attempt.id
  }
}

extension SignUp {
  /// Makes sure that a success is one.
  private func confirmed(_ response: HTTPResponse) async throws -> Outcome {
    let told = JSONValue(response.body).flatMap(Account.init)
    let after: [Account]
    do {
      after = try await finder.accounts(named: name, time)
    } catch is NoAnswer {
      // A whole answer is believed, now that it can't be held against a second one.
      guard let told, Finder.areSame(told.userName, name) else { return .unknown(.nonsense) }
      return isChanged(told) ? .taken : .made(told.with(locationFrom: response))
    }
    guard let told else {
      return after.contains(where: isOurs) ? await settled(after) : .unknown(.nonsense)
    }
    let located = told.with(locationFrom: response)
    if after.isEmpty { return try await foundByID(located) }
    guard let ours = after.first(where: { isOurs($0) || isUnmarked($0, told) }) else {
      // The account that was there before, under its own mark.
      return after.contains { $0.id == told.id } ? .taken : .unknown(.nonsense)
    }
    if after.count > 1 { return await first(of: after, told) }
    guard ours.id == told.id else { return .unknown(.nonsense) }
    return isChanged(told) ? .taken : .made(located)
  }

  /// On a provider that doesn't keep marks, the id that it told is the only one.
  private func isUnmarked(_ account: Account, _ told: Account) -> Bool {
    account.externalID == nil && account.id == told.id
  }

  /// A search may lag behind what has been stored, where an id does not.
  private func foundByID(_ told: Account) async throws -> Outcome {
    do {
      guard let account = try await finder.account(told.id, time),
        Finder.areSame(account.userName, name)
      else { return .unknown(.nonsense) }
      return isChanged(account) ? .taken : .made(told)
    } catch is NoAnswer {
      return .made(told)
    }
  }

  /// Whether this was there before: what has just been made was modified when it was made (RFC 7643,
  /// 3.1). Some providers take their time over both.
  private func isChanged(_ account: Account) -> Bool {
    guard !attempt.isRetry, let created = account.created, let modified = account.lastModified
    else { return false }
    return modified.microseconds - created.microseconds > 10_000_000
  }

  /// Of several accounts with this name the first keeps it. Whoever made another removes it, and so do
  /// all who see the same accounts.
  private func first(of accounts: [Account], _ told: Account? = nil) async -> Outcome {
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
    if let first, ours.contains(first) { return .made(first) }
    return .taken
  }
}

extension SignUp {
  static func body(
    _ registration: Registration, _ attributes: SCIMAttributes, id: String
  ) -> SecretJSON {
    let name = registration.username.text
    let tree = AttributeTree(attributes, for: name)
    let members: [AttributeTree.Member] = [
      ("schemas", .list(([Schema.user] + tree.schemas).map { .text($0) })),
      ("userName", .text(name)), ("password", .secret(registration.password)),
      ("active", .bool(true)), ("externalId", .text(id)),
    ]
    return .object(members + tree.core + tree.extensions)
  }
}
