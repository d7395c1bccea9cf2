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
    let mayPatch = finder.knowledge.config.known?.patches != false
    for _ in 0..<Self.tries {
      guard let shown = try await look() else { return false }
      if shown.account.isActive ?? true == wanted { return true }
      var outcome = Outcome.unsupported
      if mayPatch {
        outcome = try await make(wanted) {
          try await provider.patch(id, Self.body(active: wanted), time)
        }
      }
      // A provider that can't change the attribute alone may replace the whole account, whatever its
      // configuration says.
      if outcome == .unsupported {
        let body = try shown.body(active: wanted)
        outcome = try await make(wanted) {
          try await provider.put(id, body, ifMatch: shown.version, time)
        }
      }
      switch outcome {
      case .made: return true
      case .gone: return false
      case .changedMeanwhile: continue
      case .unsupported:
        throw DirectoryError.unsupported(
          "the SCIM provider at \(provider.base) does not support changing accounts")
      }
    }
    throw NoAnswer(.nonsense, "the account changes all the time")
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
  /// The whole account with only `active` changed and all other members byte for byte as received.
  /// A password, which a provider must never return, is omitted: sending it back would set it to the
  /// returned value.
  fileprivate func body(active: Bool) throws(NoAnswer) -> Secret {
    var bytes = Array("{\"active\":\(active)".utf8)
    let isObject = body.withUnsafeBytes { pointer in
      var scanner = JSONScanner(pointer)
      do throws(JSONError) {
        try scanner.object(or: \.self) { name, scanner throws(JSONError) in
          let start = scanner.offset
          _ = try scanner.value()
          if ["active", "password"].contains(name.lowercased()) { return }
          bytes += ",\(JSONValue.text(name)):".utf8
          bytes += body[start..<scanner.offset]
        }
        return true
      } catch {
        return false
      }
    }
    guard isObject else { throw NoAnswer(.nonsense, "the account is no JSON object") }
    bytes.append(UInt8(ascii: "}"))
    return bytes.withUnsafeBytes { Secret(copying: $0) }
  }
}
