import Synchronization
import TestSupport

/// A server on the loopback interface that responds exactly as instructed, including faults, and
/// records the requests. It uses one thread per connection, and stops when its last reference is
/// released.
///
///     let server = try FaultServer([.reset, .json(200, #"{"totalResults": 0}"#)])
///     let service = SCIMAccounts(url: server.url + "/scim", …)
///     …
///     #expect(server.requests.map(\.target) == ["/scim/Users", "/scim/Users"])
package final class FaultServer: Sendable {
  private let listening: Listening
  private let core: Core

  /// Plays the result of `answer` for each request, on the connection's own thread. To simulate a
  /// service, pass a closure over a `Mutex`.
  package init(_ answer: @escaping @Sendable (Request) -> Play) throws {
    listening = try Listening()
    core = Core(answer)
    let (listening, core) = (listening, core)
    startThread {
      while let socket = listening.accept() {
        guard core.open(socket) else { return }
        startThread { Connection(socket, core).serve() }
      }
    }
  }

  /// Plays one element per request, and repeats the last one.
  package convenience init(_ plays: [Play]) throws {
    precondition(!plays.isEmpty)
    let next = Mutex(0)
    try self.init { _ in
      next.withLock { next in
        defer { next += 1 }
        return plays[min(next, plays.count - 1)]
      }
    }
  }

  deinit { stop() }

  /// Stops listening and closes all connections. From now on, connections are refused.
  package func stop() {
    listening.stop()
    core.stop()
  }

  package var port: UInt16 { listening.port }

  /// The server's URL, such as `http://127.0.0.1:40123`.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// Reserves a port that refuses connections for the lifetime of the result.
  package static func refusing() throws -> Listening { try Listening(refuses: true) }

  /// Opens a port where the system establishes connections that are never accepted.
  package static func deaf() throws -> Listening { try Listening() }

  /// The requests received so far, in order.
  package var requests: [Request] { core.log.withLock { $0.requests } }
  /// The number of connections so far.
  package var connections: Int { core.log.withLock { $0.connections } }
  /// The number of connections that the client closed during a play.
  package var departures: Int { core.log.withLock { $0.departures } }
  /// The number of bytes that the system has accepted for sending.
  package var bytesSent: Int { core.log.withLock { $0.bytesSent } }

  /// Waits until a condition on this server's state holds.
  ///
  /// - Throws: An error if it doesn't hold within the limit.
  package func wait(until condition: (FaultServer) -> Bool) async throws {
    try await Deadline.wait { condition(self) }
  }
}

extension FaultServer {
  /// A received request.
  package struct Request: Sendable {
    package let method: String
    /// The target in the request line: the path and query, or the destination for a proxy.
    package let target: String
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    /// Returns the value of the first header with this name, compared case-insensitively; `nil` if
    /// there is none.
    package func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    package var path: String { String(target.prefix { $0 != "?" }) }
    package var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// The state that all connections share.
  final class Core: Sendable {
    struct Log {
      var requests: [Request] = []
      var connections = 0
      var departures = 0
      var bytesSent = 0
      var isStopped = false
      var open: [Socket] = []
    }

    let answer: @Sendable (Request) -> Play
    let log = Mutex(Log())

    init(_ answer: @escaping @Sendable (Request) -> Play) { self.answer = answer }

    /// Registers a connection. Returns `false` and closes the socket if the server is stopped.
    func open(_ socket: Socket) -> Bool {
      let isOpen = log.withLock { log in
        if log.isStopped { return false }
        log.open.append(socket)
        log.connections += 1
        return true
      }
      if !isOpen { socket.close() }
      return isOpen
    }

    func close(_ socket: Socket) {
      log.withLock { $0.open.removeAll { $0 == socket } }
      socket.close()
    }

    func stop() {
      log.withLock { log in
        log.isStopped = true
        for socket in log.open { socket.shutDown() }
      }
    }
  }
}
