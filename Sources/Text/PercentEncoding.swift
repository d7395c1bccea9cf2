/// Returns a name as one path segment of a URL. Everything except the unreserved characters of RFC
/// 3986 is escaped, so no name leaves its segment; the dots of "." and ".." are escaped too.
package func percentEncoded(_ name: String) -> String {
  // Works on bytes, because classifying a `Character` needs a lookup in the Unicode tables.
  var result: [UInt8] = []
  let dotsAlone = name.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
  for byte in name.utf8 {
    if isUnreserved(byte) && !(dotsAlone && byte == UInt8(ascii: ".")) {
      result.append(byte)
    } else {
      let digits = String(byte, radix: 16, uppercase: true)
      result.append("%" + (digits.count == 1 ? "0" : "") + digits)
    }
  }
  return String(decoding: result, as: UTF8.self)
}

private func isUnreserved(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
    UInt8(ascii: "~"), UInt8(ascii: "."):
    true
  default: false
  }
}
