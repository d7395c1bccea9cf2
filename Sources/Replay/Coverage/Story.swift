package struct Story: Hashable, Sendable {
  package let lines: [String]
  /// The number of the transcript's first line in its file.
  package let line: Int
}
