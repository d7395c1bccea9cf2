import Accounts
import Conversation
import Glibc
import Runtime
import Secrets
import TestSupport
import Testing

@testable import Chat

struct LineReaderTests {
  @Test func `lines are returned one by one, followed by the end, repeatedly`() throws {
    #expect(
      try Found.reading("a\n\nb c \n", lines: 5)
        == [.line("a"), .line(""), .line("b c "), .end, .end])
    #expect(try Found.reading("", lines: 2) == [.end, .end])
    #expect(try Found.reading("\n", lines: 2) == [.line(""), .end])
  }

  @Test func `F4 a last line without a newline is returned`() throws {
    #expect(try Found.reading("a\nb", lines: 3) == [.line("a"), .line("b"), .end])
  }

  @Test func `F5 CRLF ends a line just as LF does`() throws {
    #expect(
      try Found.reading("a\r\n\r\nb\n", lines: 4) == [.line("a"), .line(""), .line("b"), .end])
    #expect(
      try Found.reading([Array("a\r".utf8), Array("\nb\n".utf8)], lines: 3)
        == [.line("a"), .line("b"), .end])
  }

  @Test func `F6 F7 a lone CR and a NUL are kept`() throws {
    #expect(
      try Found.reading("a\rb\na\r\r\na\0b\na\r", lines: 4) == [
        .line("a\rb"), .line("a\r"), .line("a\0b"), .line("a\r"),
      ])
  }

  @Test(
    arguments: [
      [0xFF], [0x61, 0xFF, 0x62], [0x61, 0xC3], [0xE6, 0xB1], [0xC0, 0xAF], [0xE0, 0x80, 0xAF],
      [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]])
  func `F8 F9 F10 invalid UTF-8 is kept unchanged, and rejected`(bytes: [UInt8]) throws {
    #expect(try Found.reading([bytes], lines: 2) == [.bytes(bytes), .end])
    #expect(try Found.reading([bytes + [0x0A]], lines: 2) == [.bytes(bytes), .end])
    let secret = bytes.withUnsafeBytes { Secret(copying: $0) }
    #expect(secret.malformed() == .invalidUTF8)
    #expect(throws: MalformedInput.invalidUTF8) { try secret.text() }
  }

  @Test(
    arguments: [
      (.nul, ["a\0b", "\0", "a\0"]),
      (
        .controlCharacter,
        ["a\rb", "a\r", "\r", "a\tb", "\u{1B}[31m", "\u{7F}", "a\u{9B}b", "a\u{85}"]
      ),
    ] as [(MalformedInput, [String])])
  func `F6 F7 F15 F16 control characters are rejected`(why: MalformedInput, texts: [String]) {
    for text in texts {
      #expect(Secret(text).malformed() == why)
      #expect(throws: why) { try Secret(text).text() }
    }
  }

  @Test(arguments: ["", "octodog", " a ", "字é👍", "e\u{301}", "\u{202E}a", "\u{A0}"])
  func `any other text is an answer, byte for byte`(text: String) throws {
    #expect(Secret(text).malformed() == nil)
    #expect(try Secret(text).text().utf8.elementsEqual(text.utf8))
  }

  @Test(arguments: [0, 1, 1_023, 1_024, 4_097, 65_535, 65_536])
  func `F12 an answer keeps its exact length in bytes`(length: Int) throws {
    let line = String(repeating: "a", count: length)
    for newline in ["\n", "\r\n"] {
      #expect(try Found.reading(line + newline + "b\n", lines: 2) == [.line(line), .line("b")])
    }
    #expect(try Found.reading("b\n" + line, lines: 2).last == (length == 0 ? .end : .line(line)))
  }

  @Test func `F12 one byte over 64 KiB is too long`() throws {
    let line = String(repeating: "a", count: 65_537)
    for newline in ["\n", "\r\n", ""] {
      #expect(try Found.reading(line + newline, lines: 1) == [.tooLong])
      #expect(try Found.reading("b\n" + line + newline, lines: 2) == [.line("b"), .tooLong])
    }
  }

  @Test func `F12 F14 a byte order mark is not counted`() throws {
    let line = String(repeating: "a", count: 65_536)
    for newline in ["\n", "\r\n", ""] {
      #expect(try Found.reading("\u{FEFF}" + line + newline, lines: 1) == [.line(line)])
    }
  }

  @Test func `F13 a line of 10 MB is too long, and the rest is left unread`() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = try Pipe()
    pipe.feed([[UInt8](repeating: 0x61, count: 10_000_000), Array("\nafter\n".utf8)])
    let reader = LineReader(descriptor: pipe.reading, name: "stdin")
    #expect(try reader.next() == .tooLong)
    #expect(try reader.next() == .tooLong)
    let left = pipe.drained().count
    close(pipe.reading)
    #expect(left >= 10_000_000 - 3 * 65_536, "at most three chunks were read")
  }

  @Test func `F14 a byte order mark is ignored only at the beginning`() throws {
    #expect(
      try Found.reading("\u{FEFF}a\n\u{FEFF}b\n", lines: 3)
        == [.line("a"), .line("\u{FEFF}b"), .end])
    #expect(try Found.reading("\u{FEFF}", lines: 1) == [.line("")])
    #expect(try Found.reading("a\u{FEFF}\n", lines: 1) == [.line("a\u{FEFF}")])
    #expect(
      try Found.reading([[0xEF], [0xBB], [0xBF], [0x61, 0x0A]], lines: 2) == [.line("a"), .end])
  }

  @Test func `lines are counted`() throws {
    try LineReader.feeding([Array("a\nb\n".utf8)]) { reader in
      for number in 0...2 {
        #expect(reader.number == number)
        _ = try reader.next()
      }
    }
  }

  @Test func `lines of a transcript are appended unchanged, with their newlines`() throws {
    let rest = [UInt8](repeating: 0x62, count: 200_000) + [0x0A, 0, 0xFF]
    try LineReader.feeding([Array("a\n".utf8), rest]) { reader throws in
      #expect(Found(try reader.next()) == .line("a"))
      var text: [UInt8] = []
      #expect(try reader.appendLine(to: &text, upTo: 1 << 20))
      #expect(text == rest[...200_000] + [])
      #expect(try reader.appendLine(to: &text, upTo: 1 << 20))
      #expect(text == rest)
      #expect(try !reader.appendLine(to: &text, upTo: 1 << 20))
      #expect(reader.number == 3)
      #expect(reader.position == 200_005)
    }
  }

  @Test func `a nonblocking stream is waited for`() throws {
    let pipe = try Pipe()
    _ = fcntl(pipe.reading, F_SETFL, O_NONBLOCK)
    pipe.feed([Array("a\n".utf8)])
    defer { close(pipe.reading) }
    #expect(Found(try LineReader(descriptor: pipe.reading, name: "stdin").next()) == .line("a"))
  }

  @Test func `F45 a directory or a closed descriptor is a failure with its name`() throws {
    let directory = open("/", O_RDONLY | O_CLOEXEC)
    defer { close(directory) }
    #expect(throws: StreamFailure(direction: .read, name: "stdin", errno: EISDIR)) {
      try LineReader(descriptor: directory, name: "stdin").next()
    }
    #expect(throws: StreamFailure(direction: .read, name: "x", errno: EBADF)) {
      try LineReader(descriptor: -1, name: "x").next()
    }
  }

  @Test func `F20 random bytes in random pieces are split into lines correctly`() throws {
    var random = SplitMix64(seed: 20)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ -> UInt8 in
        [0x0A, 0x0D, 0x61, 0xFF, 0].randomElement(using: &random)!
      }
      var pieces: [[UInt8]] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let size = Int.random(in: 1...40, using: &random)
        pieces.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
      let last = lines.removeLast()
      lines = lines.map { $0.last == 0x0D ? Array($0.dropLast()) : $0 }
      if !last.isEmpty { lines.append(last) }
      let secrets = lines.map { line in
        Found(.bytes(line.withUnsafeBytes { Secret(copying: $0) }))
      }
      #expect(try Found.reading(pieces, lines: lines.count + 1) == secrets + [.end])
    }
  }
}
