import FaultServer
import Foundation
import TestSupport
import Testing

/// What the TLS library would do because the environment says so.
@Suite(.ownThreads)
struct TLSEnvironmentTests {
  private static let page = "HTTP/1.1 200 OK\r\nServer: github.com\r\nContent-Length: 0\r\n\r\n"

  @Test func `F51 no keys of a connection are written, whatever SSLKEYLOGFILE says`() throws {
    try Scratch.with { scratch in
      let server = try TLSServer(names: "DNS:localhost", pages: ["octocat": Self.page])
      let keys = scratch.path + "/keys"
      let run = try Program.run(
        ["--accounts", "github", "--github-url", server.url()], lines: "octocat\n",
        environment: ["SSL_CERT_FILE": server.certificate, "SSLKEYLOGFILE": keys])
      #expect(run.output.contains("Username already taken"), "\(run)")
      #expect(!FileManager.default.fileExists(atPath: keys))
    }
  }

  /// A FIFO that no one writes to: to open it would never end.
  @Test func `in the restricted mode OpenSSL reads no settings that the environment names`() throws
  {
    try Scratch.with { scratch in
      let server = try TLSServer(names: "DNS:localhost", pages: ["octocat": Self.page])
      let run = try scratch.shell(
        """
        mkfifo fifo; echo octocat > in
        export OPENSSL_CONF=$PWD/fifo OPENSSL_MODULES=$PWD OPENSSL_ENGINES=$PWD SSLKEYLOGFILE=$PWD/keys
        timeout \(Deadline.seconds) $BOT --restricted --accounts github --github-url \(server.url()) < in
        ls keys
        """)
      // The certificate is one that only the environment would have trusted.
      #expect(run.output.contains("bot! "), "\(run)")
      #expect(run.output.contains("end> unreachable exit=69"), "\(run)")
      #expect(run.status != 0 && run.errors.contains("keys"))
    }
  }
}
