import Accounts
import Runtime
import Synchronization

/// Sends requests with libcurl, on a dedicated thread. libcurl is loaded, and the thread started, by
/// the first request. The thread ends when the last reference to the exchange is released.
package final class CurlExchange: HTTPExchange {
  private let settings: CurlSettings
  private let clock: any Clock<Duration>
  private let random: Mutex<any RandomNumberGenerator & Sendable>
  private let loop = CurlLoop()
  private let sent = SentSecrets()

  /// The maximum number of redirects that one try follows.
  private static let redirects = 5

  /// - Parameters:
  ///   - environment: the variables that name the proxies, as curl reads them (`https_proxy`,
  ///     `HTTPS_PROXY`, `http_proxy`, `all_proxy`, `ALL_PROXY`, `no_proxy`, `NO_PROXY`).
  ///     `SSL_CERT_FILE` names the certificates to trust instead of the system's: a PEM file or a
  ///     directory.
  ///   - clock: measures the deadline, the pauses between tries and the waits that servers ask for.
  ///   - random: determines the lengths of the pauses.
  ///   - connectTimeout: the maximum time to establish a connection, measured by the system's
  ///     clock. If a host has several addresses, an unresponsive one uses up half of it.
  ///   - idleTimeout: how long an unused connection can be used again, in whole seconds. The default is
  ///     shorter than the idle timeout of most servers and routers.
  package init(
    environment: [String: String], clock: any Clock<Duration>,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    connectTimeout: Duration = .seconds(10), idleTimeout: Duration = .seconds(15)
  ) {
    settings = CurlSettings(
      environment: environment, connectTimeout: connectTimeout, idleTimeout: idleTimeout)
    self.clock = clock
    self.random = Mutex(random)
  }

  deinit { loop.close() }

  package func send(
    _ request: HTTPRequest, within timeout: Duration
  ) async throws -> HTTPResponse {
    guard let address = WebAddress(request.url) else {
      throw HTTPFailure.local(.unreachable, "the URL is invalid")
    }
    sent.add(request)
    if request.quoted.contains(where: { sent.stand(in: $0, unless: "") }) {
      throw HTTPFailure.holdingSecret(address, mayHaveArrived: false)
    }
    let trace = Trace()
    let timeLeft = TimeLeft(timeout, on: clock)
    return try await withThrowingTaskGroup(of: HTTPResponse?.self) { group in
      group.addTask { [self] in
        try await persist(request, address, trace) { timeLeft.duration }
      }
      group.addTask { [clock] in
        try await clock.sleep(for: timeout)
        return nil
      }
      defer { group.cancelAll() }
      do {
        if let response = try await group.next() ?? nil { return response }
      } catch {
        try Task.checkCancellation()
        throw error
      }
      throw HTTPFailure(
        .timedOut, mayHaveArrived: trace.mayHaveArrived,
        detail: "\(address.origin) did not send a complete response in time")
    }
  }

  /// Retries a read until it succeeds, fails permanently or runs out of tries or time. Any other
  /// request is sent once.
  private func persist(
    _ request: HTTPRequest, _ address: WebAddress, _ trace: Trace, _ remaining: () -> Duration
  ) async throws -> HTTPResponse {
    guard request.method.isRead else { return try await carry(request, to: address, trace) }
    var tries = 1
    while true {
      let result = try await follow(request, address, trace)
      let wait = try Patience.wait(
        after: result, tries: tries, remaining: remaining(),
        draw: { limit in random.withLock { limit * Double.random(in: 0...1, using: &$0) } })
      guard let wait else { return try result.get() }
      ServiceNotice.post(wait.notice)
      try await clock.sleep(for: wait.duration)
      tries += 1
    }
  }

  /// Makes one try, and follows its redirects.
  private func follow(
    _ request: HTTPRequest, _ start: WebAddress, _ trace: Trace
  ) async throws -> Result<HTTPResponse, HTTPFailure> {
    var address = start
    var visited = [start]
    do {
      while true {
        let response = try await carry(request, to: address, trace)
        guard let location = response.redirect else { return .success(response) }
        if sent.stand(in: location, unless: start.text) {
          throw HTTPFailure.holdingSecret(address, mayHaveArrived: true)
        }
        guard let next = address.resolving(location) else {
          throw HTTPFailure(redirectedFrom: address, "to an invalid address")
        }
        guard next.isSameOrigin(as: start) else {
          throw HTTPFailure(redirectedFrom: address, "to \(next.origin)")
        }
        if visited.contains(next) { throw HTTPFailure(redirectedFrom: address, "in a loop") }
        if visited.count > Self.redirects {
          throw HTTPFailure(redirectedFrom: address, "more than \(Self.redirects) times")
        }
        visited.append(next)
        address = next
      }
    } catch let failure as HTTPFailure {
      return .failure(failure)
    }
  }

  /// Sends one request and returns its response, without retries, redirects or a deadline.
  ///
  /// - Parameter address: the destination; it replaces the request's own URL.
  private func carry(
    _ request: HTTPRequest, to address: WebAddress, _ trace: Trace
  ) async throws -> HTTPResponse {
    let transfer = CurlTransfer(
      request, to: address, headers: try HeaderList(request), settings, trace)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        transfer.reply.wait(continuation)
        loop.start(transfer)
      }
    } onCancel: {
      // The caller continues at once, even if libcurl is busy.
      transfer.reply.settle(.failure(CancellationError()))
      loop.giveUp(transfer)
    }
  }
}

/// Records whether a request may have been sent, for callers that give up on it.
final class Trace: Sendable {
  private let flag = Atomic(false)

  /// Whether any part of the request may have reached the server.
  var mayHaveArrived: Bool { flag.load(ordering: .acquiring) }
  func leaves() { flag.store(true, ordering: .releasing) }
}

extension HTTPResponse {
  /// The target of a redirect; `nil` if the response is not a redirect. Source: RFC 9110, 15.4.
  fileprivate var redirect: String? {
    switch status {
    case 301, 302, 303, 307, 308: header("Location")
    default: nil
    }
  }
}

extension HTTPFailure {
  fileprivate static func holdingSecret(_ address: WebAddress, mayHaveArrived: Bool) -> Self {
    HTTPFailure(
      .holdsSecret, mayHaveArrived: mayHaveArrived,
      detail: "\(address.origin) chose an address that contains a secret; it was not requested")
  }

  fileprivate init(redirectedFrom address: WebAddress, _ whither: String) {
    self.init(
      .redirected, mayHaveArrived: true, detail: "\(address.origin) redirects \(whither)")
  }
}
