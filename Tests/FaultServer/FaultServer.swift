import Synchronization
import TestSupport

/// A server on loopback that answers just as it is told, faults included, and writes down what it was
/// asked. It has a thread for each connection, and goes away with its last reference.
///
///     let server = try FaultServer([.reset, .json(200, #"{"totalResults": 0}"#)])
///     let service = SCIMAccounts(url: server.url + "/scim", …)
///     …
///     #expect(server.requests.map(\.target) == ["/scim/Users", "/scim/Users"])
package final class FaultServer: Sendable {
  private let listening: Listening
  private let core: Core

  /// Plays what `answer` says to each request, on the connection's own thread. A service's double is such
  /// a closure over a `Mutex`.
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

  /// Plays one after the other, a request each, and the last one from then on.
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

  /// Listens no more and breaks off what is under way; connections are refused from now on.
  package func stop() {
    listening.stop()
    core.stop()
  }

  package var port: UInt16 { listening.port }

  /// Such as `http://127.0.0.1:40123`.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// Where nobody listens: each connection is refused, as long as this lives.
  package static func refusing() throws -> Listening { try Listening(refuses: true) }

  /// Where the system makes connections and nobody ever looks at them.
  package static func deaf() throws -> Listening { try Listening() }

  /// What was asked so far, in order.
  package var requests: [Request] { core.log.withLock { $0.requests } }
  /// How many connections there have been.
  package var connections: Int { core.log.withLock { $0.connections } }
  /// How many of them the other side has left while something was played.
  package var departures: Int { core.log.withLock { $0.departures } }
  /// How many bytes the system took for sending.
  package var bytesSent: Int { core.log.withLock { $0.bytesSent } }

  /// Waits until a condition on this server's state holds.
  ///
  /// - Throws: `StillWaiting` when it doesn't within the limit.
  package func wait(until condition: @escaping @Sendable (FaultServer) -> Bool) async throws {
    try await Deadline.wait(on: core.changes) { condition(self) }
  }
}

extension FaultServer {
  /// What was asked.
  package struct Request: Sendable {
    package let method: String
    /// As it stands in the request line: path and query, or what a proxy is told.
    package let target: String
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    /// The first header of this name, without regard to case; nil for none.
    package func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    package var path: String { String(target.prefix { $0 != "?" }) }
    package var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// What all connections share.
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
    let changes = Changes()

    init(_ answer: @escaping @Sendable (Request) -> Play) { self.answer = answer }

    /// False when the server is stopped: the socket is closed then.
    func open(_ socket: Socket) -> Bool {
      let isOpen = note { log in
        if log.isStopped { return false }
        log.open.append(socket)
        log.connections += 1
        return true
      }
      if !isOpen { socket.close() }
      return isOpen
    }

    func close(_ socket: Socket) {
      note { log in log.open.removeAll { $0 == socket } }
      socket.close()
    }

    func note<Result>(_ change: (inout Log) -> Result) -> Result {
      let result = log.withLock { change(&$0) }
      changes.tell()
      return result
    }

    func stop() {
      note { log in
        log.isStopped = true
        for socket in log.open { socket.shutDown() }
      }
    }
  }
}
