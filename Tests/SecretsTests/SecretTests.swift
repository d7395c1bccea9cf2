import Secrets
import Testing

struct SecretTests {
  private let planted = "correct horse"

  @Test func `a description reveals nothing`() {
    let secret = Secret(planted)
    #expect(secret.description == "<secret>")
    #expect(secret.debugDescription == "<secret>")
    #expect(String(reflecting: secret) == "<secret>")
  }

  @Test func `an interpolation reveals nothing, alone or inside other values`() {
    let secret = Secret(planted)
    #expect("\(secret)" == "<secret>")
    let texts = ["\([secret])", "\(Optional(secret) as Any)", "\((secret, 1))", "\(["a": secret])"]
    for text in texts {
      #expect(text.contains("<secret>"))
      #expect(!text.contains(planted))
    }
  }

  @Test func `a mirror shows no children and no length`() {
    let mirror = Mirror(reflecting: Secret(planted))
    #expect(mirror.children.isEmpty)
    #expect(mirror.superclassMirror == nil)
    var dumped = ""
    dump(Secret(planted), to: &dumped)
    #expect(!dumped.contains(planted))
    #expect(!dumped.contains("\(planted.utf8.count)"))
  }

  @Test func `bytes are stored unchanged`() {
    let bytes: [UInt8] = [0, 0xFF, 0x0A, 0x80, 0x41]
    let secret = bytes.withUnsafeBytes { Secret(copying: $0) }
    #expect(secret.count == 5)
    #expect(secret.withBytes(Array.init) == bytes)
  }

  @Test func `a secret is a copy and not a view`() {
    var bytes: [UInt8] = [1, 2, 3]
    let secret = bytes.withUnsafeBytes { Secret(copying: $0) }
    bytes[0] = 9
    #expect(secret.withBytes(Array.init) == [1, 2, 3])
    #expect(bytes == [9, 2, 3])
  }

  @Test func `an error thrown inside withBytes is rethrown`() {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try Secret(planted).withBytes { (_) throws(Stop) in throw Stop() }
    }
  }

  @Test func `an empty secret is empty and equal to another`() {
    let empty = Secret("")
    #expect(empty.isEmpty)
    #expect(empty.count == 0)
    #expect(empty == Secret(copying: UnsafeRawBufferPointer(start: nil, count: 0)))
    #expect(empty != Secret("\0"))
    #expect(empty.withBytes(Array.init) == [])
    #expect(!Secret(" ").isEmpty)
  }

  @Test func `equality is byte for byte`() {
    #expect(Secret(planted) == Secret(planted))
    #expect(Secret("abc") != Secret("abd"))
    #expect(Secret("abc") != Secret("abcd"))
    #expect(Secret("abc\0") != Secret("abc"))
    #expect(Secret("é") != Secret("e\u{301}"), "String equality would treat these as the same")
  }

  @Test(arguments: [0, 1, 15, 16, 17, 4095, 4096, 4097, 65_536])
  func `a change of any byte gives another secret`(length: Int) {
    let bytes = [UInt8](repeating: 0x61, count: length)
    let secret = bytes.withUnsafeBytes { Secret(copying: $0) }
    #expect(secret == bytes.withUnsafeBytes { Secret(copying: $0) })
    for index in Set([0, length / 2, length - 1]) where bytes.indices.contains(index) {
      var changed = bytes
      changed[index] ^= 1
      #expect(secret != changed.withUnsafeBytes { Secret(copying: $0) })
    }
  }

  @Test func `it equals only a text with the same UTF-8`() {
    #expect(Secret("/back").isEqual(to: "/back"))
    #expect(!Secret("/back").isEqual(to: "/bac"))
    #expect(!Secret("/back").isEqual(to: "/backs"))
    #expect(!Secret("/back").isEqual(to: "/Back"))
    #expect(!Secret("é").isEqual(to: "e\u{301}"))
    #expect(Secret("").isEqual(to: ""))
    #expect(!Secret("").isEqual(to: "a"))
    #expect(!Secret("a").isEqual(to: ""))
  }
}
