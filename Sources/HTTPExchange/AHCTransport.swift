#if HTTP
  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1

  /// Carries requests over AsyncHTTPClient, by its delegates. Its async functions start tasks on Swift's own
  /// threads; once these have been used, a watchman of theirs wakes the process each second for ever.
  struct AHCTransport: Transport {
    let clients: AHCClients
    private let proxies: Proxies

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
      let reader = ResponseReader(of: address, readsBody: request.readsBody)
      do {
        return try await send(request, to: address, by: client, reader, trace)
      } catch let failure as HTTPFailure {
        throw failure
      } catch {
        try Task.checkCancellation()
        if let response = reader.response, !request.readsBody { return response }
        let failure = HTTPFailure(
          error, from: address, hasHead: reader.response != nil, hasLeft: trace.mayHaveArrived)
        guard failure.reason == .badCertificate, route == .direct,
          let words = await CertificateLook.words(of: address, on: client.eventLoopGroup)
        else { throw failure }
        throw HTTPFailure(
          failure.reason, mayHaveArrived: failure.mayHaveArrived,
          detail: failure.detail + ": " + words)
      }
    }

    private func send(
      _ request: HTTPRequest, to address: WebAddress, by client: HTTPClient,
      _ reader: ResponseReader, _ trace: Trace
    ) async throws -> HTTPResponse {
      let body = request.body.map { SecretBody($0, trace) }
      // Nothing tells beforehand that a head alone leaves.
      if body == nil { trace.leaves() }
      defer {
        if let body { client.eventLoopGroup.any().execute { body.wipe() } }
      }
      let outgoing = try HTTPClient.Request(request, address, body)
      // The deadline is kept elsewhere, over more than this.
      let task = client.execute(request: outgoing, delegate: reader)
      return try await withTaskCancellationHandler {
        try await task.futureResult.get()
      } onCancel: {
        task.cancel()
      }
    }
  }

  extension HTTPClient.Request {
    fileprivate init(
      _ request: HTTPRequest, _ address: WebAddress, _ body: SecretBody?
    ) throws {
      var headers = HTTPHeaders()
      for header in request.headers { headers.add(name: header.name, value: header.value) }
      headers.replaceOrAdd(name: "User-Agent", value: "signup-bot/0.1.0")
      if let authorization = request.authorization {
        guard let value = authorization.headerValue else {
          throw HTTPFailure(
            .malformed, mayHaveArrived: false,
            detail: "the credentials hold characters that no header can")
        }
        headers.replaceOrAdd(name: "Authorization", value: value)
      }
      try self.init(
        url: address.text, method: HTTPMethod(rawValue: request.method.rawValue),
        headers: headers,
        body: body.map { body in
          .stream(contentLength: Int64(body.count)) { $0.write(.byteBuffer(body.lend())) }
        })
    }
  }
#endif
