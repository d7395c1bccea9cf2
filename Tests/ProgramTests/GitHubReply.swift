/// A server that a test puts in the place of GitHub.
enum GitHubReply {
  /// The headers by which the program recognises GitHub's own pages.
  static let sign = [("Server", "github.com"), ("X-GitHub-Request-Id", "C0DE:1:2:3")]

  /// The options that select this server.
  static func options(_ url: String) -> String {
    "\(Program.patient) --accounts github --github-url \(url) --github-api-url \(url)/api --locale en"
  }
}
