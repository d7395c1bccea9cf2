import Synchronization
import Testing

@testable import Replay

struct OrderedQueueTests {
  /// Returns the numbers in the order in which the queue delivers them if they arrive in the given
  /// order.
  private static func handedOn(_ numbers: [Int]) -> [String] {
    let queue = OrderedQueue(count: numbers.count)
    let handedOn = Mutex<[String]>([])
    for number in numbers {
      let result = ReplayResult(path: "\(number)", verdict: .agrees, transcripts: 1)
      queue.put(result, at: number) { result in
        handedOn.withLock { $0.append(result.path) }
        return true
      }
    }
    return handedOn.withLock { $0 }
  }

  private static func names(_ count: Int) -> [String] { (0..<count).map { String($0) } }

  @Test(arguments: [1, 2, 1_000, 1_001, 1_002, 5_000])
  func `all items wait for a slow first one and keep their order`(count: Int) {
    #expect(Self.handedOn(Array(1..<count) + [0]) == Self.names(count))
    #expect(Self.handedOn((0..<count).reversed()) == Self.names(count))
  }

  @Test(arguments: [1, 600, 1_100, 1_600, 2_400])
  func `an item that arrives late is delivered in its place`(late: Int) {
    let waiting = (1..<3_000).filter { $0 != late }
    #expect(
      Self.handedOn(waiting + [0] + Array(3_000..<5_000) + [late]) == Self.names(5_000))
  }
}
