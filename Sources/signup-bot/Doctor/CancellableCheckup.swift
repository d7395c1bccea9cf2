import Accounts
import Chat
import Runtime
import Synchronization

/// The checkup of a service, which another thread may cancel. It then ends soon, when what it made is removed.
final class CancellableCheckup: Sendable {
  private struct State {
    var isCancelled = false
    var task: Task<[Finding], Never>?
  }

  private let state = Mutex(State())

  func findings(of service: any Examinable, in time: any Time) -> [Finding] {
    let task = state.withLock { state in
      let task = Task(executorPreference: time) { await service.checkup() }
      if state.isCancelled { task.cancel() }
      state.task = task
      return task
    }
    return time.run { await task.value }
  }

  /// From any thread, before the checkup has begun too.
  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
