import FaultServer
import HTTP
import Secrets
import Testing

struct CertificateTests {
  private static let page = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nwell"

  /// The failures that a server's certificate causes, for a read and for another request.
  private func failures(
    _ url: String, trusting certificate: String?
  ) async throws -> [HTTPFailure] {
    let asking = Asking(certificate.map { ["SSL_CERT_FILE": $0] } ?? [:])
    return [
      try await asking.failure(url + "/page"),
      try await asking.failure(HTTPRequest(.post, url + "/page", body: Secret("{}"))),
    ]
  }

  @Test func `a request to a server with a trusted certificate succeeds`() async throws {
    let server = try TLSServer(names: "DNS:localhost", pages: ["page": Self.page])
    let asking = Asking(["SSL_CERT_FILE": server.certificate])
    let response = try await asking.get(server.url() + "/page")
    #expect(String(decoding: response.body, as: UTF8.self) == "well")
  }

  @Test(arguments: [
    (
      "DNS:localhost", TLSServer.Lifetime.now, false, ["localhost"],
      "is self-signed and not trusted"
    ),
    ("DNS:localhost", .over, true, ["localhost"], "has expired"),
    ("DNS:other.example", .now, true, ["localhost", "127.0.0.1"], "is for another host"),
  ])
  func `F60 a bad certificate is rejected, with the reason`(
    names: String, lifetime: TLSServer.Lifetime, isTrusted: Bool, hosts: [String], why: String
  ) async throws {
    let server = try TLSServer(names: names, lifetime: lifetime, pages: ["page": Self.page])
    for host in hosts {
      let url = server.url(host)
      for failure in try await failures(url, trusting: isTrusted ? server.certificate : nil) {
        #expect(failure.reason == .badCertificate)
        #expect(!failure.mayHaveArrived)
        #expect(failure.detail == "\(url): the certificate \(why)")
      }
    }
  }

  @Test func `F58 a redirect from https to http is not followed`() async throws {
    let plain = try FaultServer([.status(200)])
    let server = try TLSServer(
      names: "DNS:localhost",
      pages: [
        "moved": "HTTP/1.1 301 Moved\r\nLocation: http://localhost:\(plain.port)/\r\n"
          + "Content-Length: 0\r\n\r\n"
      ])
    let asking = Asking(["SSL_CERT_FILE": server.certificate])
    let failure = try await asking.failure(server.url() + "/moved")
    #expect(failure.reason == .redirected)
    #expect(plain.connections == 0)
  }

  @Test func `a server without TLS is unreachable and receives nothing`() async throws {
    let server = try FaultServer([.status(200)])
    let failure = try await Asking().failure(
      HTTPRequest(.post, "https://127.0.0.1:\(server.port)/", body: Secret("planted")))
    #expect(failure.reason == .unreachable)
    #expect(!failure.mayHaveArrived)
    #expect(failure.detail.contains(": TLS failed ("), "\(failure.detail)")
    #expect(failure.detail.contains("wrong version number"), "\(failure.detail)")
    #expect(server.requests.isEmpty)
  }

  @Test func `an unreadable file of trusted certificates is an error, and nothing is sent`()
    async throws
  {
    let server = try TLSServer(names: "DNS:localhost", pages: ["page": Self.page])
    for failure in try await failures(server.url(), trusting: "/nowhere/certificates.pem") {
      #expect(failure.reason == .unreachable)
      #expect(!failure.mayHaveArrived)
    }
  }

  @Test func `F53 a handshake that never ends times out, and nothing has arrived`()
    async throws
  {
    let server = try FaultServer.deaf()
    let asking = Asking()
    let request = HTTPRequest(
      .post, "https://127.0.0.1:\(server.port)/", body: Secret("{}"))
    let task = Task { try await asking.failure(request) }
    try await asking.clock.waitForSleepers(1)
    asking.clock.advance(by: .seconds(10))
    let failure = try await task.value
    #expect(failure.reason == .timedOut)
    #expect(!failure.mayHaveArrived)
  }
}
