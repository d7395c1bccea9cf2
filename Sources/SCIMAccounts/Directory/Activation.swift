import Accounts
import HTTP
import Secrets
import Text

/// Enables and disables an account.
extension AccountChange {
  /// The maximum number of attempts if other clients change the account at the same time.
  private static var tries: Int { 3 }

  /// Enables or disables the account. Returns whether it existed. See `AccountDirectory.setActive`.
  func setActive(_ wanted: Bool) async throws -> Bool {
    try await finder.discover(time)
    for _ in 0..<Self.tries {
      guard let shown = try await look() else { return false }
      if shown.account.isActive ?? true == wanted { return true }
      switch try await attempt(wanted, shown) {
      case .made: return true
      case .gone: return false
      case .again: continue
      }
    }
    throw NoAnswer(.nonsense, "the account changes all the time")
  }

  private enum Conclusion { case made, gone, again }

  /// Changes only the attribute if the provider supports it, and otherwise replaces the whole
  /// account.
  private func attempt(_ wanted: Bool, _ shown: Shown) async throws -> Conclusion {
    if mayPatch, let outcome = try await patched(wanted) { return outcome }
    guard let body = shown.body(active: wanted) else {
      throw NoAnswer(.nonsense, "the account is no JSON object")
    }
    let outcome = try await outcome(wanted) {
      try await provider.put(id, body, ifMatch: shown.version, time)
    }
    guard let outcome else {
      throw DirectoryError.unsupported(
        "the SCIM provider at \(provider.base) does not support changing accounts")
    }
    return outcome
  }

  private var mayPatch: Bool {
    if case .known(let config) = finder.knowledge.config { return config.patches != false }
    return true
  }

  /// Returns `nil` if the provider can't patch accounts, whatever its configuration says.
  private func patched(_ wanted: Bool) async throws -> Conclusion? {
    try await outcome(wanted) { try await provider.patch(id, Self.body(active: wanted), time) }
  }

  /// Returns `nil` if the provider does not support the method.
  private func outcome(
    _ wanted: Bool, _ send: () async throws -> HTTPResponse
  ) async throws -> Conclusion? {
    let response: HTTPResponse
    do {
      response = try await send()
    } catch let failure as HTTPFailure where failure.mayHaveArrived {
      return try await outcome(wanted, else: NoAnswer(failure))
    }
    switch Reply(response) {
    case .done: return try await confirmed(wanted, response)
    // The account may exist although the endpoint for changing it does not.
    case .gone: return try await look() == nil ? .gone : nil
    case .unknownMethod: return nil
    case .changedMeanwhile: return .again
    case .refused: throw refusal(response, wanted ? "enable accounts" : "disable accounts")
    case .unclear(let failure): return try await outcome(wanted, else: failure)
    }
  }

  /// Verifies a reported success: some providers report changes that they have not made.
  private func confirmed(_ wanted: Bool, _ response: HTTPResponse) async throws -> Conclusion {
    switch try await found() {
    case .there(let shown) where shown.account.isActive == wanted: return .made
    case .there: throw NoAnswer(.nonsense, "a change that is said to be made is not there")
    case .nothing: return .gone
    case nil:
      // The response can't be verified by a second one, so it is trusted if it contains the whole
      // account.
      let told = JSONValue(response.body).flatMap(SCIMUser.init)
      guard told?.id == id, told?.isActive == wanted else {
        throw NoAnswer(.nonsense, "the account can't be seen after the change")
      }
      return .made
    }
  }

  private func outcome(_ wanted: Bool, else failure: NoAnswer) async throws -> Conclusion {
    switch try await found() {
    case .there(let shown) where shown.account.isActive == wanted: return .made
    case .nothing: return .gone
    case .there, nil: throw failure
    }
  }

  /// RFC 7644, 3.5.2.3.
  private static func body(active: Bool) -> SecretJSON {
    .object([
      ("schemas", .list([.text(SchemaURN.patch)])),
      (
        "Operations",
        .list([
          .object([("op", .text("replace")), ("path", .text("active")), ("value", .bool(active))])
        ])
      ),
    ])
  }
}

extension AccountChange.Shown {
  /// The whole account with only `active` changed and all other members byte for byte as received;
  /// `nil` if the account is not a JSON object. A password, which a provider must never return, is
  /// omitted: sending it back would set it to the returned value.
  fileprivate func body(active: Bool) -> Secret? {
    guard let object = JSONMembers(body) else { return nil }
    let kept = object.members.filter { !["active", "password"].contains($0.name.lowercased()) }
    var bytes = Array("{\"active\":\(active)".utf8)
    for (name, value) in kept {
      bytes.append(UInt8(ascii: ","))
      bytes += SecretJSON.text(name).written().withBytes { Array($0) }
      bytes.append(UInt8(ascii: ":"))
      bytes += value
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes.withUnsafeBytes { Secret(copying: $0) }
  }
}
