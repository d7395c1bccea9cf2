import Accounts
import Runtime

/// Adds to a transport one deadline for the whole call, redirects, and retries for reads.
struct PatientExchange<Carrier: Transport>: Sendable {
  let transport: Carrier
  let clock: any Clock<Duration>
  let jitter: Jitter
  let patience: Patience
  private let sent = SentSecrets()

  init(transport: Carrier, clock: any Clock<Duration>, jitter: Jitter, patience: Patience) {
    (self.transport, self.clock, self.jitter) = (transport, clock, jitter)
    self.patience = patience
  }

  /// The maximum number of redirects that one try follows.
  static var redirects: Int { 5 }

  func send(_ request: HTTPRequest, within timeout: Duration) async throws -> HTTPResponse {
    guard let address = WebAddress(request.url) else {
      throw HTTPFailure(.unreachable, mayHaveArrived: false, detail: "the URL is invalid")
    }
    sent.add(request)
    if request.quoted.contains(where: { sent.stand(in: $0, unless: "") }) {
      throw HTTPFailure.holdingSecret(address, mayHaveArrived: false)
    }
    let trace = Trace()
    let timeLeft = TimeLeft(timeout, on: clock)
    return try await withThrowingTaskGroup(of: HTTPResponse?.self) { group in
      group.addTask {
        try await persist(request, address, trace) { timeLeft.duration }
      }
      group.addTask {
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
    guard request.method.isRead else {
      return try await transport.carry(request, to: address, trace)
    }
    var tries = 1
    while true {
      let result = try await follow(request, address, trace)
      let step = patience.step(
        after: result, tries: tries, remaining: remaining(), draw: jitter.draw)
      switch step {
      case .finish(let response): return response
      case .fail(let failure): throw failure
      case .wait(let duration, let notice):
        ServiceNotice.post(notice)
        try await clock.sleep(for: duration)
        tries += 1
      }
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
        let response = try await transport.carry(request, to: address, trace)
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
