import Glibc

/// The hosts that are asked without a proxy: names with all below them, addresses, and ranges of addresses
/// such as `10.0.0.0/8`; `*` for all. Source: curl(1), "NO_PROXY".
struct ProxyExceptions: Sendable {
  private let entries: [Substring]

  init(_ text: String) {
    entries = text.lowercased().split { $0 == "," || $0 == " " }
  }

  func hold(_ host: String) -> Bool {
    let address = Self.bytes(host[...])
    return entries.contains { entry in
      if entry == "*" { return true }
      if let address { return Self.isAddress(address, in: entry) }
      let name = Self.trimmed(entry)
      let host = Self.trimmed(host[...])
      return !name.isEmpty && (host == name || host.hasSuffix("." + name))
    }
  }

  /// Without the dots that say "and all below" and "from the root".
  private static func trimmed(_ name: Substring) -> Substring {
    var name = name
    if name.hasPrefix(".") { name = name.dropFirst() }
    if name.hasSuffix(".") { name = name.dropLast() }
    return name
  }

  private static func isAddress(_ address: [UInt8], in entry: Substring) -> Bool {
    let parts = entry.split(separator: "/", maxSplits: 1)
    let text = (parts.first ?? "").filter { $0 != "[" && $0 != "]" }
    guard let network = bytes(text[...]), network.count == address.count else { return false }
    guard parts.count == 2 else { return network == address }
    guard let bits = Int(parts[1]), (0...address.count * 8).contains(bits) else { return false }
    return zip(network, address).enumerated().allSatisfy { index, pair in
      let bitsHere = min(max(bits - index * 8, 0), 8)
      let mask = ~UInt8(truncatingIfNeeded: 0xFF >> bitsHere)
      return pair.0 & mask == pair.1 & mask
    }
  }

  /// The bytes of an IPv4 or IPv6 address; nil for a name.
  private static func bytes(_ text: Substring) -> [UInt8]? {
    for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
      var result = [UInt8](repeating: 0, count: size)
      if inet_pton(family, String(text), &result) == 1 { return result }
    }
    return nil
  }
}
