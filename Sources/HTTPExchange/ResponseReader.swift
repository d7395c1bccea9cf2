#if HTTP
  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import Synchronization

  /// Takes an answer in, and holds it to its limits while it comes.
  final class ResponseReader: HTTPClientResponseDelegate {
    typealias Response = HTTPResponse

    /// In bytes, of a body.
    private static let bodyLimit = 1 << 20
    /// In bytes, of all headers. The parser ends a flood at 256 headers, or 80 KiB in one.
    private static let headerLimit = 64 << 10

    /// What ends an answer whose body nobody wants.
    struct Enough: Error {}

    private struct State {
      var head: HTTPResponseHead?
      var body: [UInt8] = []
    }

    private let address: WebAddress
    private let readsBody: Bool
    private let state = Mutex(State())

    init(of address: WebAddress, readsBody: Bool) {
      (self.address, self.readsBody) = (address, readsBody)
    }

    /// What there is so far; nil before the head.
    var response: HTTPResponse? {
      state.withLock { state in
        guard let head = state.head else { return nil }
        return HTTPResponse(
          status: Int(head.status.code),
          headers: head.headers.map { (name: $0.name, value: $0.value) }, body: state.body,
          url: address.text)
      }
    }

    func didReceiveHead(
      task: HTTPClient.Task<HTTPResponse>, _ head: HTTPResponseHead
    ) -> EventLoopFuture<Void> {
      let size = head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
      if size > Self.headerLimit {
        return task.eventLoop.makeFailedFuture(tooLarge("headers", Self.headerLimit))
      }
      state.withLock { $0.head = head }
      // Failing closes the connection, and the body with it.
      if !readsBody { return task.eventLoop.makeFailedFuture(Enough()) }
      let told = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
      if told > Self.bodyLimit {
        return task.eventLoop.makeFailedFuture(tooLarge("a body", Self.bodyLimit))
      }
      return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(
      task: HTTPClient.Task<HTTPResponse>, _ part: ByteBuffer
    ) -> EventLoopFuture<Void> {
      let fits = state.withLock { state in
        if state.body.count + part.readableBytes > Self.bodyLimit { return false }
        state.body.append(contentsOf: part.readableBytesView)
        return true
      }
      if fits { return task.eventLoop.makeSucceededVoidFuture() }
      return task.eventLoop.makeFailedFuture(tooLarge("a body", Self.bodyLimit))
    }

    func didFinishRequest(task: HTTPClient.Task<HTTPResponse>) throws -> HTTPResponse {
      guard let response else { throw HTTPClientError.remoteConnectionClosed }
      return response
    }

    private func tooLarge(_ what: String, _ limit: Int) -> HTTPFailure {
      HTTPFailure(
        .tooLarge, mayHaveArrived: true,
        detail: "\(address.origin) sends \(what) of more than \(limit >> 10) KiB")
    }
  }
#endif
