extension Unicode.Scalar {
  /// Whether the general category is Cc. Its members never change (the Unicode Standard, 23.1).
  package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
