import Secrets

/// Typed input.
package enum Entry: Equatable, Sendable {
  case text(String)
  case secret(Secret)

  var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .secret(let secret): secret.isEmpty
    }
  }
}
