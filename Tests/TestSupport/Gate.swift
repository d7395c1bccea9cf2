import Glibc

/// Blocks threads until it is opened. It can't be closed again.
package final class Gate: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  package init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  package func wait() {
    while sem_wait(semaphore) != 0 {}
    open()
  }

  package func open() { sem_post(semaphore) }
}
