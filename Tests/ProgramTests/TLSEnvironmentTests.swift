import FaultServer
import Foundation
import TestSupport
import Testing

/// Environment variables that would change what the TLS library does.
@Suite(.ownThreads)
struct TLSEnvironmentTests {
  private let scratch = Scratch()

  private static let page = "HTTP/1.1 200 OK\r\nServer: github.com\r\nContent-Length: 0\r\n\r\n"

  @Test func `F51 TLS keys are never written, even if SSLKEYLOGFILE is set`() throws {
    let server = try TLSServer(names: "DNS:localhost", pages: ["octocat": Self.page])
    let keys = scratch.path + "/keys"
    let run = try Program.run(
      ["--accounts", "github", "--github-url", server.url()], lines: "octocat\n",
      environment: ["SSL_CERT_FILE": server.certificate, "SSLKEYLOGFILE": keys])
    #expect(run.output.contains("Username already taken"), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: keys))
  }

  /// No one writes to the FIFO, so opening it would block forever.
  @Test func `in the restricted mode, OpenSSL ignores settings that the environment names`() throws
  {
    let server = try TLSServer(names: "DNS:localhost", pages: ["octocat": Self.page])
    let run = try scratch.shell(
      """
      mkfifo fifo; echo octocat > in
      export OPENSSL_CONF=$PWD/fifo OPENSSL_MODULES=$PWD OPENSSL_ENGINES=$PWD SSLKEYLOGFILE=$PWD/keys
      timeout \(Deadline.seconds) $BOT --restricted --accounts github --github-url \(server.url()) < in
      ls keys
      """)
    // Only the environment would have made the certificate trusted.
    #expect(run.output.contains("bot! "), "\(run)")
    #expect(run.output.contains("end> unreachable exit=69"), "\(run)")
    #expect(run.status != 0 && run.errors.contains("keys"))
  }
}
