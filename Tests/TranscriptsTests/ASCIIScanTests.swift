import Testing

@testable import Transcripts

struct ASCIIScanTests {
  @Test func `the first unprintable byte is found at any position`() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<20 {
        var bytes = [UInt8](repeating: 0x41, count: 20)
        bytes[place] = byte
        // The following bytes must not affect the result.
        for index in place + 1..<20 { bytes[index] = [0x0A, 0x7F, 0x20, 0xFF][index % 4] }
        let expected = bytes.firstIndex { !(0x20..<0x7F).contains($0) } ?? bytes.count
        let found = bytes.withUnsafeBufferPointer { ASCIIScan.firstUnprintable($0, from: 0) }
        #expect(found == expected, "\(byte) at \(place)")
      }
    }
  }
}
