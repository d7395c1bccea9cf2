import Testing
import Text

struct BytesTests {
  private func index(of byte: UInt8, in bytes: [UInt8], from offset: Int = 0) -> Int? {
    bytes.withUnsafeBytes { Bytes.firstIndex(of: byte, in: $0, from: offset) }
  }

  private func areSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withUnsafeBytes { left in right.withUnsafeBytes { Bytes.areSame(left, $0) } }
  }

  @Test func `a byte is found at any position, and at its first if it occurs twice`() {
    for place in 0..<40 {
      var bytes = [UInt8](repeating: 0x41, count: 41)
      bytes[place] = 0xFB
      bytes[40] = 0xFB
      #expect(index(of: 0xFB, in: bytes) == place)
      #expect(index(of: 0xFB, in: bytes, from: place) == place)
      #expect(index(of: 0xFB, in: bytes, from: place + 1) == 40)
      #expect(index(of: 0xFC, in: bytes) == nil)
    }
  }

  @Test func `nothing is found in an empty buffer or beyond its end`() {
    #expect(index(of: 0, in: []) == nil)
    #expect(index(of: 0x41, in: [0x41], from: 1) == nil)
    #expect(index(of: 0x41, in: [0x41], from: 9) == nil)
  }

  @Test func `buffers are the same if all bytes and the lengths are`() {
    for place in 0..<20 {
      let bytes = [UInt8](repeating: 0, count: 20)
      var other = bytes
      other[place] = 1
      #expect(areSame(bytes, bytes) && !areSame(bytes, other))
      #expect(!areSame(bytes, Array(bytes[..<place])))
    }
    #expect(areSame([], []) && !areSame([], [0]))
  }
}
