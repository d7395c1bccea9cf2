/// Passes only the first line of a bracketed paste.
struct Paste {
  private enum State {
    case outside
    case firstLine
    case rest
  }

  private var state = State.outside

  /// Whether there was text after the first line, which was dropped.
  private(set) var dropped = false

  var isUnderWay: Bool { state != .outside }

  enum Handling: Equatable {
    /// Typed: perform the key's command.
    case key(Key)
    /// Pasted: insert it, whatever it is.
    case text(Key)
    /// A marker, or text that was dropped.
    case nothing
  }

  mutating func judge(_ key: Key) -> Handling {
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
