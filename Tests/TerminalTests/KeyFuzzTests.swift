import Glibc
import Secrets
import Testing

@testable import Terminal

@Suite struct KeyDecoderFuzzTests {
  @Test func `F20 random and incomplete keys never block the decoder`() {
    let seed = UInt64.random(in: 0 ... .max)
    var fuzz = KeyFuzz(seed: seed)
    for _ in 0..<5_000 {
      let bytes = fuzz.keys(["a", "é", "漢", "👩‍👩‍👧"], showsSecrets: true) + KeyFuzz.lineEnd
      var decoder = KeyDecoder()
      var keys: [Key] = []
      for byte in bytes { decoder.take(byte) { keys.append($0) } }
      #expect(keys.last == .control(0x0D), "seed \(seed): \(bytes)")
      #expect(decoder.isAtRest, "seed \(seed): \(bytes)")
      #expect(keys.count <= bytes.count, "seed \(seed): \(bytes)")
    }
  }
}
