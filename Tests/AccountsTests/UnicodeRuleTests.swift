import Foundation
import Testing

@testable import Accounts

struct UnicodeRuleTests {
  @Test func `alphanumerics match Foundation's, for all scalars in its version of Unicode`() {
    var differing: [Unicode.Scalar] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age,
        (age.major, age.minor) <= (15, 0)
      else { continue }
      // Foundation's table omits the Tangut ideographs, which are letters.
      if (0x17000...0x187FF).contains(value) || (0x18D00...0x18D7F).contains(value) { continue }
      if CharacterSet.alphanumerics.contains(scalar) != isAlphanumeric(scalar) {
        differing.append(scalar)
      }
    }
    #expect(differing == [])
  }

  @Test func `an unassigned scalar is not alphanumeric`() {
    let values = UInt32(0)...0x10FFFF
    #expect(
      values.lazy.compactMap(Unicode.Scalar.init).allSatisfy {
        $0.properties.generalCategory != .unassigned || !isAlphanumeric($0)
      })
  }
}
