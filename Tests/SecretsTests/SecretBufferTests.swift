import Accounts
import Secrets
import Testing

struct SecretBufferTests {
  @Test func `a new buffer is empty`() {
    let buffer = SecretBuffer()
    #expect(buffer.isEmpty)
    #expect(buffer.count == 0)
    #expect(buffer.secret() == Secret(""))
  }

  @Test(arguments: [-5, 0, 1, 3])
  func `any initial capacity works`(capacity: Int) {
    let buffer = SecretBuffer(capacity: capacity)
    buffer.append("hello, world")
    #expect(buffer.text == "hello, world")
  }

  @Test func `a secret is a copy of the whole buffer or of a range`() {
    let buffer = SecretBuffer()
    buffer.append("abcdef")
    let whole = buffer.secret()
    let part = buffer.secret(2..<4)
    buffer.wipe()
    #expect(whole == Secret("abcdef"))
    #expect(part == Secret("cd"))
    #expect(buffer.secret() == Secret(""))
  }

  @Test func `removed bytes are wiped, and a wipe leaves only zeros`() {
    let buffer = SecretBuffer(capacity: 8)
    buffer.append("abcdefgh")
    buffer.remove(2..<8)
    #expect(buffer.unusedBytes(6) == [0, 0, 0, 0, 0, 0])
    buffer.append("xyz")
    buffer.wipe()
    #expect(buffer.isEmpty)
    #expect(buffer.unusedBytes(8) == [0, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func `a reader's bytes are appended, only as many as it returns`() {
    let buffer = SecretBuffer(capacity: 1)
    buffer.append("a")
    let added = buffer.appending(upTo: 10) { memory in
      #expect(memory.count == 10)
      memory.copyBytes(from: Array("bcxxx".utf8))
      return 2
    }
    #expect(added == 2)
    #expect(buffer.text == "abc")
  }

  @Test(arguments: [0, -1])
  func `a reader without bytes changes nothing`(answer: Int) {
    let buffer = SecretBuffer()
    buffer.append("a")
    #expect(buffer.appending(upTo: 4) { _ in answer } == answer)
    #expect(buffer.text == "a")
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `random edits match those of an array`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let buffer = SecretBuffer(capacity: Int.random(in: 1...8, using: &random))
    var model: [UInt8] = []
    for _ in 0..<2_000 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<11:
        let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        let offset = Int.random(in: 0...model.count, using: &random)
        bytes.withUnsafeBytes { buffer.insert($0, at: offset) }
        model.insert(contentsOf: bytes, at: offset)
      case 11..<18:
        let start = Int.random(in: 0...model.count, using: &random)
        let end = Int.random(in: start...min(model.count, start + 60), using: &random)
        buffer.remove(start..<end)
        model.removeSubrange(start..<end)
      case 18:
        let byte = UInt8.random(in: 0...255, using: &random)
        _ = buffer.appending(upTo: 3) {
          $0[0] = byte
          return 1
        }
        model.append(byte)
      default:
        if Int.random(in: 0..<20, using: &random) == 0 {
          buffer.wipe()
          model.removeAll()
        }
      }
      #expect(buffer.withBytes(Array.init) == model)
      #expect(buffer.count == model.count)
    }
  }
}

extension SecretBuffer {
  fileprivate var text: String {
    withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the bytes of memory after the contents, without writing to them.
  fileprivate func unusedBytes(_ size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = appending(upTo: size) {
      bytes = Array($0)
      return 0
    }
    return bytes
  }

  @Test func `F77 without locked memory the program ends with a message`() async throws {
    let ending = await #expect(
      processExitsWith: .exitCode(74), observing: [\.standardErrorContent]
    ) {
      _ = SecretBuffer(capacity: 1 << 50)
    }
    let words = String(decoding: try #require(ending).standardErrorContent, as: UTF8.self)
    #expect(words == "signup-bot: no locked memory is left for a secret\n")
  }
}
