import CTerminal
import Glibc

/// A pseudo terminal, seen from the side of the person at it.
final class Pty: @unchecked Sendable {
  let master: CInt
  let slave: CInt

  /// All that was written to the terminal so far. Only the test's own task touches it.
  private(set) var output: [UInt8] = []

  init() {
    // What posix_openpt, unlockpt and ptsname do; Glibc's module lacks them.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var locked: CInt = 0
    var number: CInt = 0
    _ = ioctl(master, 0x4004_5431, &locked)
    _ = ioctl(master, 0x8004_5430, &number)
    slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
  }

  deinit {
    close(master)
    close(slave)
  }

  var mode: termios {
    var mode = termios()
    tcgetattr(slave, &mode)
    return mode
  }

  var isCooked: Bool { mode.c_lflag & tcflag_t(ICANON) != 0 && mode.c_lflag & tcflag_t(ECHO) != 0 }

  /// Types, and reads what the terminal shows meanwhile, so that neither side waits for ever.
  func type(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      var wait = pollfd(fd: master, events: Int16(POLLIN | POLLOUT), revents: 0)
      poll(&wait, 1, 5000)
      if wait.revents & Int16(POLLIN) != 0 { read() }
      if wait.revents & Int16(POLLOUT) != 0 {
        let count = rest.prefix(512).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) }
      }
    }
  }

  /// Reads until the text has been written `times` times and the terminal takes single keys.
  /// - Returns: false after five seconds without a byte.
  func waitFor(_ text: String, times: Int = 1) -> Bool {
    while count(of: text) < times || mode.c_lflag & tcflag_t(ICANON) != 0 {
      var wait = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, 5000) > 0 else { return false }
      read()
    }
    return true
  }

  var text: String { String(decoding: output, as: UTF8.self) }

  private func count(of text: String) -> Int {
    let wanted = Array(text.utf8)
    guard output.count >= wanted.count else { return 0 }
    return (0...(output.count - wanted.count)).count { output[$0...].starts(with: wanted) }
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(master, &bytes, bytes.count)
    if count > 0 { output += bytes.prefix(count) }
  }
}
