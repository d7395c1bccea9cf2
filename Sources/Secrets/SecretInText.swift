import CSodium

extension Secret {
  /// Whether a text contains the secret or a part of it: as it is, in other letters (capital, small, wide), backwards,
  /// with anything between its letters and digits, or in one of the encodings that servers use, several of
  /// them on top of each other included (see `Readings`). A text over 16 KiB is not looked through, and
  /// counts as one that does.
  ///
  /// - Parameters:
  ///   - part: how many bytes of it in a row count. A shorter secret is looked for as a whole.
  ///   - known: a text that is open. A part of the secret that it contains does not count.
  package func isShown(in text: String, part: Int = 4, unless known: String = "") -> Bool {
    guard !isEmpty, !text.isEmpty else { return false }
    guard text.utf8.count <= 16 << 10 else { return true }
    let readings = Readings(of: Array(text.utf8)).all.map { Self.folded($0) }
    let known = Self.folded(Array(known.utf8))
    let pattern = folded()
    if pattern.stands(inOneOf: readings, part: part, unless: known) { return true }
    // Letters of one word and the next may be a part of it by chance, so that more of them have to be.
    let bare = pattern.bare()
    guard bare.count >= Self.leastBare else { return false }
    return bare.stands(
      inOneOf: readings.map { $0.filter(\.isLetterOrDigit) }, part: max(part, Self.leastBare),
      unless: known.filter(\.isLetterOrDigit))
  }

  /// Bytes of a secret that are looked for where letters and digits alone are compared.
  private static let leastBare = 8

  /// The secret in small and narrow letters, in locked memory.
  private func folded() -> SecretBuffer {
    let result = SecretBuffer(capacity: count * 2)
    withBytes { bytes in
      Self.fold(bytes) { result.append($0) }
    }
    return result
  }

  private static func folded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    fold(bytes) { result += $0.utf8 }
    return result
  }

  /// Hands on one character's small and narrow form after the other. What is no UTF-8 is replaced.
  private static func fold(_ bytes: some Sequence<UInt8>, _ put: (String) -> Void) {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): put(narrow(scalar).properties.lowercaseMapping)
      case .emptyInput: return
      case .error: put("\u{FFFD}")
      }
    }
  }

  /// The ASCII character of a full-width one.
  private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
    return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
  }
}

extension SecretBuffer {
  /// Its ASCII letters and digits, and all that is not ASCII.
  fileprivate func bare() -> SecretBuffer {
    let result = SecretBuffer(capacity: max(count, 1))
    withBytes { bytes in
      for (index, byte) in bytes.enumerated() where byte.isLetterOrDigit {
        result.append(UnsafeRawBufferPointer(rebasing: bytes[index...index]))
      }
    }
    return result
  }

  /// Whether a part of this stands in one of the texts, and not in what is known, forwards or backwards.
  fileprivate func stands(
    inOneOf texts: [[UInt8]], part: Int, unless known: [UInt8]
  ) -> Bool {
    let size = min(part, count)
    guard size > 0 else { return false }
    let texts = texts + texts.map { $0.reversed() }
    return withBytes { bytes in
      (0...(count - size)).contains { start in
        let window = UnsafeRawBufferPointer(rebasing: bytes[start..<start + size])
        return texts.contains { $0.contains(window) } && !known.contains(window)
      }
    }
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: UnsafeRawBufferPointer) -> Bool {
    memmem(self, count, part.baseAddress, part.count) != nil
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: false
    }
  }
}
