import Foundation
import ScimServer
import Testing

/// The real SCIM provider of a test; see `ScimServerTrait`.
enum SCIMProvider {
  /// The URL of the provider, which has no accounts yet, and the options that select it.
  static func options(_ scratch: Scratch) throws -> (url: String, options: String) {
    let server = try #require(ScimServer.current[.usual])
    try scratch.file("token", server.token + "\n")
    // Each time, this is another provider.
    let url = server.url
    return (
      url, "\(Program.patient) --accounts scim --scim-url \(url) --scim-token-file $HOME/token"
    )
  }

  /// The accounts that curl reads from the provider.
  static func accounts(_ url: String, _ scratch: Scratch) throws -> [[String: Any]] {
    let run = try scratch.shell(
      "curl -s -H \"Authorization: Bearer $(cat $HOME/token)\" \(url)/Users")
    let list = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    return try #require(list?["Resources"] as? [[String: Any]])
  }

  /// The names of these accounts, sorted.
  static func names(_ url: String, _ scratch: Scratch) throws -> [String] {
    try accounts(url, scratch).compactMap { $0["userName"] as? String }.sorted()
  }
}
