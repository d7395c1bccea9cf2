import CSodium

extension Secret {
  /// Whether a text contains the secret or a part of it: as it is, in another case or in full-width
  /// letters, backwards, with anything between its letters and digits, or in one of the encodings
  /// that servers use, nested or not (see `Readings`). A text over 16 KiB is not searched and
  /// counts as containing the secret.
  ///
  /// - Parameters:
  ///   - part: The number of consecutive bytes that count as a part. A shorter secret is searched
  ///     for as a whole.
  ///   - known: A public text. Parts of the secret that it contains don't count.
  package func isShown(in text: String, part: Int = 4, unless known: String = "") -> Bool {
    guard !isEmpty, !text.isEmpty else { return false }
    guard text.utf8.count <= 16 << 10 else { return true }
    let readings = Readings(of: Array(text.utf8)).all.map { Self.folded($0) }
    let known = Self.folded(Array(known.utf8))
    let pattern = folded()
    if pattern.stands(inOneOf: readings, part: part, unless: known) { return true }
    // Adjacent words may form a short part by chance, so require a longer one.
    let bare = pattern.bare()
    guard bare.count >= Self.leastBare else { return false }
    return bare.stands(
      inOneOf: readings.map { $0.filter(\.isLetterOrDigit) }, part: max(part, Self.leastBare),
      unless: known.filter(\.isLetterOrDigit))
  }

  /// The least number of consecutive bytes that count if only letters and digits are compared.
  private static let leastBare = 8

  /// The secret in lower case and with narrow letters, in locked memory.
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

  /// Passes on the lower-case, narrow form of each character, and U+FFFD for invalid UTF-8.
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

  /// Returns the ASCII equivalent of a full-width character.
  private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
    return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
  }
}

extension SecretBuffer {
  /// The bytes without ASCII characters other than letters and digits.
  fileprivate func bare() -> SecretBuffer {
    let result = SecretBuffer(capacity: max(count, 1))
    withBytes { bytes in
      for (index, byte) in bytes.enumerated() where byte.isLetterOrDigit {
        result.append(UnsafeRawBufferPointer(rebasing: bytes[index...index]))
      }
    }
    return result
  }

  /// Whether one of the texts contains a part of this, forwards or backwards, that `known` does not
  /// contain.
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
