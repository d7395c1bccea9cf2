import FaultServer
import Foundation

/// The replies of a SCIM provider that a test takes the place of.
enum ScimReply {
  typealias User = (id: String, name: String)

  static let type = "application/scim+json"

  static let configuration = FaultServer.Play.json(
    200, #"{"filter":{"supported":true},"authenticationSchemes":[]}"#)

  /// The account that a request has created.
  static func created(_ user: User) -> FaultServer.Play {
    .json(201, json(user), type: type)
  }

  /// Those of the users whose names the request asks for.
  static func users(_ users: [User], foundBy request: FaultServer.Request) -> FaultServer.Play {
    let target = request.target.removingPercentEncoding ?? ""
    let found = users.filter { target.contains("\"\($0.name)\"") }.map(json)
    let list = #"{"totalResults":\#(found.count),"Resources":[\#(found.joined(separator: ","))]}"#
    return .json(200, list, type: type)
  }

  private static func json(_ user: User) -> String {
    let object = ["id": user.id, "userName": user.name]
    let data = try? JSONSerialization.data(withJSONObject: object)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
