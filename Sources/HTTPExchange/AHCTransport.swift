#if HTTP
  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1

  /// Carries requests over AsyncHTTPClient, and holds answers to their limits while they come in.
  struct AHCTransport: Transport {
    let clients: AHCClients
    private let proxies: Proxies

    /// In bytes, of a body.
    private static let bodyLimit = 1 << 20
    /// In bytes, of all headers. The parser ends a flood at 256 headers, or 80 KiB in one.
    private static let headerLimit = 64 << 10

    init(environment: [String: String], connectTimeout: Duration) {
      proxies = Proxies(environment: environment)
      let trusted = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
      clients = AHCClients(trusted: trusted, connectTimeout: connectTimeout)
    }

    func carry(
      _ request: HTTPRequest, to address: WebAddress, _ trace: Trace
    ) async throws -> HTTPResponse {
      let route = try proxies.route(to: address)
      guard let client = clients.client(by: route) else {
        throw HTTPFailure(.unreachable, mayHaveArrived: false, detail: "shut down")
      }
      var outgoing = try HTTPClientRequest(request, address)
      let body = request.body.map { SecretBody($0, trace) }
      if let body {
        outgoing.body = .stream(body, length: .known(Int64(body.count)))
      } else {
        // Nothing tells when a head alone leaves.
        trace.leaves()
      }
      defer {
        if let body { client.eventLoopGroup.any().execute { body.wipe() } }
      }
      var hasHead = false
      do {
        // The deadline is kept elsewhere, over more than this.
        let response = try await client.execute(outgoing, deadline: .now() + .hours(24))
        hasHead = true
        return try await Self.read(response, of: request, from: address)
      } catch let failure as HTTPFailure {
        throw failure
      } catch {
        try Task.checkCancellation()
        let failure = HTTPFailure(
          error, from: address, hasHead: hasHead, hasLeft: trace.mayHaveArrived)
        guard failure.reason == .badCertificate, route == .direct,
          let words = await CertificateLook.words(of: address, on: client.eventLoopGroup)
        else { throw failure }
        throw HTTPFailure(
          failure.reason, mayHaveArrived: failure.mayHaveArrived,
          detail: failure.detail + ": " + words)
      }
    }

    private static func read(
      _ response: HTTPClientResponse, of request: HTTPRequest, from address: WebAddress
    ) async throws -> HTTPResponse {
      let size = response.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
      if size > headerLimit { throw tooLarge("headers", headerLimit, address) }
      var body: [UInt8] = []
      if request.readsBody {
        let told = response.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
        if told > bodyLimit { throw tooLarge("a body", bodyLimit, address) }
        // Leaving the loop closes the connection.
        for try await part in response.body {
          if body.count + part.readableBytes > bodyLimit {
            throw tooLarge("a body", bodyLimit, address)
          }
          body.append(contentsOf: part.readableBytesView)
        }
      }
      return HTTPResponse(
        status: Int(response.status.code),
        headers: response.headers.map { (name: $0.name, value: $0.value) }, body: body,
        url: address.text)
    }

    private static func tooLarge(
      _ what: String, _ limit: Int, _ address: WebAddress
    ) -> HTTPFailure {
      HTTPFailure(
        .tooLarge, mayHaveArrived: true,
        detail: "\(address.origin) sends \(what) of more than \(limit >> 10) KiB")
    }
  }

  extension HTTPClientRequest {
    fileprivate init(_ request: HTTPRequest, _ address: WebAddress) throws(HTTPFailure) {
      self.init(url: address.text)
      method = HTTPMethod(rawValue: request.method.rawValue)
      for header in request.headers { headers.add(name: header.name, value: header.value) }
      headers.replaceOrAdd(name: "User-Agent", value: "signup-bot/0.1.0")
      guard let authorization = request.authorization else { return }
      guard let value = authorization.headerValue else {
        throw HTTPFailure(
          .malformed, mayHaveArrived: false,
          detail: "the credentials hold characters that no header can")
      }
      headers.replaceOrAdd(name: "Authorization", value: value)
    }
  }
#endif
