import CCurl
import Runtime
import Synchronization

/// The thread on which libcurl runs. It starts with the first request, blocks while there are no
/// requests, and ends with its owner.
final class CurlLoop: Sendable {
  /// libcurl's multi handle. Only waking it is allowed from any thread.
  private struct Multi: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer
  }

  private struct State {
    var inbox: [CurlTransfer] = []
    var multi: Multi?
    var hasStarted = false
    var isClosed = false
    /// Why no request can be sent from now on; `nil` if requests can be sent.
    var failure: HTTPFailure?
  }

  private let state = Mutex(State())
  private let thread = BlockingThread()

  func start(_ transfer: CurlTransfer) {
    let failure: HTTPFailure? = state.withLock { state in
      if let failure = state.failure { return failure }
      if !state.hasStarted { state.hasStarted = thread.add { self.run() } }
      guard state.hasStarted else { return .local(.unreachable, "a thread could not be created") }
      state.inbox.append(transfer)
      Self.wake(state)
      return nil
    }
    if let failure { transfer.reply.settle(.failure(failure)) }
  }

  /// Cancels a transfer and closes its connection.
  func giveUp(_ transfer: CurlTransfer) {
    transfer.isGivenUp = true
    state.withLock { Self.wake($0) }
  }

  /// Cancels all transfers and ends the thread.
  func close() {
    state.withLock { state in
      state.isClosed = true
      Self.wake(state)
    }
  }

  private static func wake(_ state: State) {
    if let multi = state.multi { _ = ccurl_multi_wake(multi.handle) }
  }

  private func run() {
    if let why = whyUnusable { return fail(.local(.noLibrary, why)) }
    guard let multi = ccurl_multi_init(), ccurl_multi_wake(multi) == CURLM_OK else {
      return fail(.local(.unreachable, "a connection could not be created"))
    }
    state.withLock { $0.multi = Multi(handle: multi) }
    var transfers = Transfers(multi)
    while let new = takeInbox() {
      for transfer in new { transfers.start(transfer) }
      transfers.dropGivenUp()
      guard ccurl_multi_perform(multi) == CURLM_OK else { break }
      transfers.finishDone()
      // Waiting fails if the machine is out of memory, for instance; continuing would loop forever.
      guard ccurl_multi_wait(multi) == CURLM_OK else { break }
    }
    let failure = HTTPFailure.local(.unreachable, "libcurl has stopped")
    fail(failure)
    transfers.end(failure)
    ccurl_multi_cleanup(multi)
  }

  /// Takes the transfers to start; `nil` if the loop is closed.
  private func takeInbox() -> [CurlTransfer]? {
    state.withLock { state in
      defer { state.inbox = [] }
      return state.isClosed ? nil : state.inbox
    }
  }

  private func fail(_ failure: HTTPFailure) {
    let waiting = state.withLock { state in
      defer { (state.inbox, state.multi, state.failure) = ([], nil, failure) }
      return state.inbox
    }
    for transfer in waiting { transfer.reply.settle(.failure(failure)) }
  }
}

/// Why libcurl can't be used; `nil` if it can. The first access loads libcurl.
private let whyUnusable: String? = ccurl_load().map { String(cString: $0) }

/// The transfers in progress, keyed by their easy handles.
private struct Transfers {
  private let multi: UnsafeMutableRawPointer
  private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]

  init(_ multi: UnsafeMutableRawPointer) { self.multi = multi }

  mutating func start(_ transfer: CurlTransfer) {
    do {
      let easy = try transfer.begin()
      transfers[easy] = transfer
      if ccurl_multi_add(multi, easy) != CURLM_OK { end(easy, CURLE_FAILED_INIT) }
    } catch {
      transfer.reply.settle(.failure(error))
    }
  }

  mutating func dropGivenUp() {
    for (easy, transfer) in transfers where transfer.isGivenUp {
      end(easy, CURLE_ABORTED_BY_CALLBACK)
    }
  }

  mutating func finishDone() {
    var code = CURLE_OK
    while let easy = ccurl_multi_next_done(multi, &code) { end(easy, code) }
  }

  mutating func end(_ failure: HTTPFailure) {
    for (easy, transfer) in transfers {
      transfer.reply.settle(.failure(failure))
      end(easy, CURLE_ABORTED_BY_CALLBACK)
    }
  }

  private mutating func end(_ easy: UnsafeMutableRawPointer, _ code: CURLcode) {
    ccurl_multi_remove(multi, easy)
    transfers.removeValue(forKey: easy)?.end(code)
  }
}
