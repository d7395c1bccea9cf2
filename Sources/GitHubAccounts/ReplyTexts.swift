import HTTP
import Text

/// The relevant texts of the API's JSON.
struct ReplyTexts {
  /// The owner of the credentials.
  private(set) var login: String?
  /// The reason for a refusal.
  private(set) var message: String?

  /// In bytes. A description of a user takes about 2 KiB.
  private static let limit = 16 << 10

  init(_ response: HTTPResponse) {
    guard response.body.count <= Self.limit,
      case .object(let members)? = try? JSONValue(reading: response.body)
    else { return }
    for member in members {
      guard case .text(let text) = member.value else { continue }
      if member.key == "login" { login = text }
      if member.key == "message", !text.isEmpty { message = text }
    }
  }
}
