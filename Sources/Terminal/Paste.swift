/// Lets only the first line of a bracketed paste through.
struct Paste {
  private enum State {
    case outside
    case firstLine
    case rest
  }

  private var state = State.outside

  /// Whether a line after the first was there, and was dropped.
  private(set) var dropped = false

  var isUnderWay: Bool { state != .outside }

  enum Verdict: Equatable {
    /// Not pasted: do what the key does.
    case key(Key)
    /// Pasted: put it into the line, whatever it is.
    case text(Key)
    /// A marker, or something that was dropped.
    case nothing
  }

  mutating func judge(_ key: Key) -> Verdict {
    switch (state, key) {
    case (_, .pasteBegin):
      state = .firstLine
      return .nothing
    case (_, .pasteEnd):
      state = .outside
      return .nothing
    case (.outside, _):
      return .key(key)
    case (.firstLine, .control(0x0A)), (.firstLine, .control(0x0D)):
      state = .rest
      return .nothing
    case (.firstLine, _):
      return .text(key)
    case (.rest, .control(0x0A)), (.rest, .control(0x0D)):
      return .nothing
    case (.rest, _):
      dropped = true
      return .nothing
    }
  }
}
