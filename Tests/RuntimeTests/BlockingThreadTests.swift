import Glibc
import Runtime
import Synchronization
import Testing

struct BlockingThreadTests {
  @Test func `a thread works in order, away from its caller, with all signals blocked`() async {
    let thread = BlockingThread()
    let caller = pthread_self()
    let order = Mutex<[Int]>([])
    var threads: Set<pthread_t> = []
    for index in 0..<100 {
      threads.insert(
        await thread.run {
          order.withLock { $0.append(index) }
          return pthread_self()
        })
    }
    #expect(order.withLock { $0 } == Array(0..<100))
    #expect(threads.count == 1)
    #expect(!threads.contains(caller))
    let isHeldBack = await thread.run {
      var held = sigset_t()
      pthread_sigmask(SIG_SETMASK, nil, &held)
      return [SIGINT, SIGTERM, SIGWINCH, SIGXFSZ].allSatisfy { sigismember(&held, $0) == 1 }
    }
    #expect(isHeldBack)
  }
}
