import Accounts
import HTTP
import Text

/// An account as the provider returns it. Attributes that it omits are `nil`.
struct SCIMUser: Equatable, Sendable {
  let id: String
  let userName: String
  let externalID: String?
  let created: Instant?
  let lastModified: Instant?
  /// The account's address, as received.
  var location: String?
  let isActive: Bool?
  /// The answers to the operator's own questions; empty if they were not read.
  var answers: [Answer] = []

  /// Returns `nil` if the value is not an account, which requires an id and a name (RFC 7643, 3.1
  /// and 4.1.1).
  init?(_ value: JSONValue) {
    guard let id = value["id"]?.asText, !id.isEmpty, let name = value["userName"]?.asText else {
      return nil
    }
    (self.id, userName) = (id, name)
    externalID = value["externalId"]?.asText
    let meta = value["meta"]
    created = meta?["created"]?.asText.flatMap(Instant.init)
    lastModified = meta?["lastModified"]?.asText.flatMap(Instant.init)
    location = meta?["location"]?.asText
    isActive = value["active"]?.asBool
  }

  /// Returns the account with the address from the response's `Location` header if it has none
  /// itself.
  func with(locationFrom response: HTTPResponse) -> SCIMUser {
    var account = self
    account.location = location ?? response.header("Location")
    return account
  }
}
