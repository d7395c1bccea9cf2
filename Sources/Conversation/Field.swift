/// One of the answers that make up an account.
package enum Field: String, Sendable, CaseIterable {
  case username
  case password
  /// The password, repeated.
  case repeated = "repeat"

  package var label: MessageKey {
    switch self {
    case .username: .labelUsername
    case .password: .labelPassword
    case .repeated: .labelRepeat
    }
  }
}
