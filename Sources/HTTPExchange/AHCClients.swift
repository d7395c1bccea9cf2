#if HTTP
  import AsyncHTTPClient
  import Dispatch
  import NIOCore
  import NIOPosix
  import NIOSSL
  import Synchronization

  /// The clients, one for each way to servers, on one event loop; made when they are first asked for.
  final class AHCClients: Sendable {
    private enum State {
      case notStarted
      case running(MultiThreadedEventLoopGroup, [ProxyRoute: HTTPClient])
      case shutDown
    }

    private let state = Mutex(State.notStarted)
    private let trusted: String?
    private let connectTimeout: TimeAmount

    /// - Parameter trusted: the file or folder of certificates to trust; nil for the system's.
    init(trusted: String?, connectTimeout: Duration) {
      self.trusted = trusted
      self.connectTimeout = TimeAmount(connectTimeout)
    }

    deinit {
      guard case .running(let group, let clients) = state.withLock({ $0 }) else { return }
      Self.end(group, clients.values.map(\.self)) {}
    }

    /// Nil after `shutDown`.
    func client(by route: ProxyRoute) -> HTTPClient? {
      state.withLock { state in
        let running: (group: MultiThreadedEventLoopGroup, clients: [ProxyRoute: HTTPClient])
        switch state {
        case .shutDown: return nil
        case .notStarted: running = (MultiThreadedEventLoopGroup(numberOfThreads: 1), [:])
        case .running(let group, let clients): running = (group, clients)
        }
        let client =
          running.clients[route]
          ?? HTTPClient(
            eventLoopGroup: running.group, configuration: configuration(route))
        state = .running(
          running.group, running.clients.merging([route: client]) { old, _ in old })
        return client
      }
    }

    func shutDown() async {
      let last = state.withLock { state in
        defer { state = .shutDown }
        return state
      }
      guard case .running(let group, let clients) = last else { return }
      await withCheckedContinuation { continuation in
        Self.end(group, clients.values.map(\.self)) { continuation.resume() }
      }
    }

    /// Not by tasks, and on a queue of its own: see `AHCTransport`. What fails to end is given up with the
    /// process.
    private static func end(
      _ group: MultiThreadedEventLoopGroup, _ clients: [HTTPClient],
      then: @escaping @Sendable () -> Void
    ) {
      let queue = DispatchQueue(label: "end of HTTP")
      guard let client = clients.last else {
        return group.shutdownGracefully(queue: queue) { _ in then() }
      }
      client.shutdown(queue: queue) { _ in end(group, clients.dropLast(), then: then) }
    }

    private func configuration(_ route: ProxyRoute) -> HTTPClient.Configuration {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.minimumTLSVersion = .tlsv12
      if let trusted { tls.trustRoots = .file(trusted) }
      var pool = HTTPClient.Configuration.ConnectionPool()
      // A failure is told at once; whether to try again is decided elsewhere.
      pool.retryConnectionEstablishment = false
      // Shorter than the patience of most servers and routers with a connection that says nothing.
      pool.idleTimeout = .seconds(15)
      var result = HTTPClient.Configuration(
        tlsConfiguration: tls, redirectConfiguration: .disallow,
        timeout: .init(connect: connectTimeout), connectionPool: pool, proxy: route.proxy)
      result.httpVersion = .http1Only
      result.http1_1ConnectionDebugInitializer = WireLimit.install
      return result
    }
  }

  extension ProxyRoute {
    fileprivate var proxy: HTTPClient.Configuration.Proxy? {
      switch self {
      case .direct: nil
      case .http(let host, let port, let authorization):
        .server(
          host: host, port: port, authorization: authorization.map { .basic(credentials: $0) })
      case .socks(let host, let port): .socksServer(host: host, port: port)
      }
    }
  }
#endif
