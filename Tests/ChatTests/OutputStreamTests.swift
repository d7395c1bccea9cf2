import Foundation
import Glibc
import Testing

@testable import Chat

struct OutputStreamTests {
  @Test(arguments: [0, 1, 1_024, 65_536, 1_000_000])
  func `all of a text is written`(length: Int) throws {
    let pipe = try Pipe()
    let text = String(repeating: "é", count: length)
    let written = try pipe.collecting {
      try OutputStream(descriptor: pipe.writing, name: "stdout").write(text)
    }
    #expect(written == Array(text.utf8))
  }

  @Test func `a pipe that doesn't block is waited for`() throws {
    let pipe = try Pipe()
    _ = fcntl(pipe.writing, F_SETFL, O_NONBLOCK)
    let text = String(repeating: "x", count: 1_000_000)
    let written = try pipe.collecting {
      try OutputStream(descriptor: pipe.writing, name: "stdout").write(text)
    }
    #expect(written == Array(text.utf8))
  }

  @Test func `F48 a full disk is a failure`() throws {
    let full = try OutputStream(path: "/dev/full")
    let failure = StreamFailure(direction: .write, name: "/dev/full", errno: ENOSPC)
    #expect(throws: failure) { try full.write("x") }
    #expect(failure.reason == "No space left on device")
    try full.write("")
  }

  @Test func `F48 a pipe that nobody reads is a failure`() throws {
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

  @Test func `a file that can't be opened is a failure`() throws {
    let folder = try Folder()
    #expect(
      throws: StreamFailure(direction: .open, name: folder.path + "/none/x", errno: ENOENT)
    ) { try OutputStream(path: folder.path + "/none/x") }
    #expect(throws: StreamFailure(direction: .open, name: folder.path, errno: EISDIR)) {
      try OutputStream(path: folder.path)
    }
  }

  @Test func `a file is written from its beginning, and its owner alone can read it`() throws {
    let folder = try Folder()
    let path = folder.path + "/recording.chat"
    try OutputStream(path: path).write("a long first text")
    let stream = try OutputStream(path: path)
    try stream.write("bot> a\n")
    try stream.write("bot> b\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "bot> a\nbot> b\n")
    var status = stat()
    try #require(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  /// A folder of a test's own, removed with it.
  private final class Folder {
    let path = FileManager.default.temporaryDirectory.appending(
      component: "signup-bot-" + UUID().uuidString
    ).path

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
