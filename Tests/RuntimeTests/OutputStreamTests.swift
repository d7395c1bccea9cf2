import Glibc
import Runtime
import TestSupport
import Testing

struct OutputStreamTests {
  @Test(arguments: [0, 1, 1_024, 65_536, 1_000_000])
  func `the whole text is written`(length: Int) throws {
    let pipe = try Pipe()
    let text = String(repeating: "é", count: length)
    let written = try pipe.collecting {
      try OutputStream(descriptor: pipe.writing, name: "stdout").write(text)
    }
    #expect(written == Array(text.utf8))
  }

  @Test func `a nonblocking pipe is waited for`() throws {
    let pipe = try Pipe()
    _ = fcntl(pipe.writing, F_SETFL, O_NONBLOCK)
    let text = String(repeating: "x", count: 1_000_000)
    let written = try pipe.collecting {
      try OutputStream(descriptor: pipe.writing, name: "stdout").write(text)
    }
    #expect(written == Array(text.utf8))
  }

  @Test func `F48 a full disk is a failure`() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let full = OutputStream(descriptor: descriptor, name: "/dev/full")
    let failure = StreamFailure(direction: .write, name: "/dev/full", errno: ENOSPC)
    #expect(throws: failure) { try full.write("x") }
    #expect(failure.reason == "No space left on device")
    try full.write("")
  }

  @Test func `F48 a pipe without a reader is a failure`() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = try Pipe()
    close(pipe.reading)
    defer { close(pipe.writing) }
    let failure = StreamFailure(direction: .write, name: "stdout", errno: EPIPE)
    #expect(throws: failure) {
      try OutputStream(descriptor: pipe.writing, name: "stdout").write("x")
    }
    #expect(failure.reason == "Broken pipe")
  }

  @Test func `a closed descriptor is a failure`() {
    #expect(throws: StreamFailure(direction: .write, name: "stdout", errno: EBADF)) {
      try OutputStream(descriptor: -1, name: "stdout").write("x")
    }
  }
}
