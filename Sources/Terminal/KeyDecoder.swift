/// Decodes the terminal's bytes into keys, one byte at a time, without lookahead.
///
/// Nothing is dropped or repaired: each byte of invalid UTF-8 becomes `.invalid`. Between the
/// markers of a bracketed paste, only the end marker is recognised. At most 16 bytes are kept,
/// whatever the input.
struct KeyDecoder {
  private enum State: Equatable {
    case ground
    /// Inside a character: the bytes so far, in big-endian order, their number, and the number of
    /// missing bytes.
    case character(bytes: UInt32, count: Int, missing: Int)
    case escape
    /// After ESC [, collecting parameters.
    case sequence
    /// After ESC [ [, as sent by the Linux console's function keys. One more byte follows.
    case consoleKey
    /// After ESC O.
    case singleShift
    /// Inside an OSC, DCS or similar sequence, which ends with BEL or ESC \.
    case string(escaped: Bool)
  }

  private var state = State.ground
  private var parameters: [UInt8] = []
  private var pasting = false

  /// Whether an ESC or the beginning of a sequence is waiting for its next byte. If none arrives
  /// soon, call `expire`.
  var isWaiting: Bool {
    switch state {
    case .ground, .character: false
    case .escape, .sequence, .consoleKey, .singleShift, .string: !pasting
    }
  }

  /// Takes one byte, and calls `emit` for each key that it completes.
  mutating func take(_ byte: UInt8, emit: (Key) -> Void) {
    switch state {
    case .ground:
      begin(byte, emit)
    case .character(let bytes, let count, let missing):
      continueCharacter(byte, bytes, count, missing, emit)
    case .escape:
      afterEscape(byte, emit)
    case .sequence:
      inSequence(byte, emit)
    case .consoleKey:
      state = .ground
      emit(.unknown)
    case .singleShift:
      state = .ground
      emit(Self.singleShiftKey(byte))
    case .string(let escaped):
      if byte == 0x07 || (escaped && byte == UInt8(ascii: "\\")) {
        state = .ground
        emit(.unknown)
      } else {
        state = .string(escaped: byte == 0x1B)
      }
    }
  }

  /// Ends the wait for more bytes: the ESC was the key itself, or the sequence is incomplete.
  mutating func expire(emit: (Key) -> Void) {
    guard isWaiting else { return }
    emit(state == .escape ? .escape : .unknown)
    state = .ground
    parameters.removeAll()
  }

  /// Discards an incomplete character, sequence or paste.
  mutating func reset() {
    self = KeyDecoder()
  }

  // MARK: - Characters

  private mutating func begin(_ byte: UInt8, _ emit: (Key) -> Void) {
    switch byte {
    case 0x1B: state = .escape
    case 0..<0x20, 0x7F: emit(.control(byte))
    case 0x20..<0x7F: emit(.character(Unicode.Scalar(byte)))
    case 0xC2...0xDF: state = .character(bytes: UInt32(byte), count: 1, missing: 1)
    case 0xE0...0xEF: state = .character(bytes: UInt32(byte), count: 1, missing: 2)
    case 0xF0...0xF4: state = .character(bytes: UInt32(byte), count: 1, missing: 3)
    default: emit(.invalid(byte))
    }
  }

  private mutating func continueCharacter(
    _ byte: UInt8, _ bytes: UInt32, _ count: Int, _ missing: Int, _ emit: (Key) -> Void
  ) {
    guard (0x80...0xBF).contains(byte) else {
      refuse(bytes, count, emit)
      return begin(byte, emit)
    }
    let (bytes, count) = (bytes << 8 | UInt32(byte), count + 1)
    guard missing == 1 else {
      state = .character(bytes: bytes, count: count, missing: missing - 1)
      return
    }
    // Not an overlong form, a surrogate, or a value above U+10FFFF.
    let scalar = Unicode.Scalar(Self.scalarValue(bytes, count: count))
    guard let scalar, UTF8.width(scalar) == count else { return refuse(bytes, count, emit) }
    state = .ground
    emit(.character(scalar))
  }

  private mutating func refuse(_ bytes: UInt32, _ count: Int, _ emit: (Key) -> Void) {
    state = .ground
    for place in (0..<count).reversed() { emit(.invalid(UInt8(bytes >> (8 * place) & 0xFF))) }
  }

  /// Returns the scalar value of UTF-8 bytes in big-endian order.
  ///
  /// - Parameter count: The number of bytes, from 2 to 4.
  static func scalarValue(_ bytes: UInt32, count: Int) -> UInt32 {
    var value = (bytes >> (8 * UInt32(count - 1))) & (0x7F >> UInt32(count))
    for place in (0..<UInt32(count - 1)).reversed() {
      value = value << 6 | (bytes >> (8 * place)) & 0x3F
    }
    return value
  }

  // MARK: - Escape sequences

  private mutating func afterEscape(_ byte: UInt8, _ emit: (Key) -> Void) {
    state = .ground
    if pasting {
      if byte == UInt8(ascii: "[") {
        state = .sequence
      } else {
        emit(.control(0x1B))
        begin(byte, emit)
      }
      return
    }
    switch byte {
    case UInt8(ascii: "["): state = .sequence
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string(escaped: false)
    case 0x08, 0x20...0x7F: emit(.meta(byte))
    default:
      emit(.escape)
      begin(byte, emit)
    }
  }

  private mutating func inSequence(_ byte: UInt8, _ emit: (Key) -> Void) {
    if pasting { return inPastedSequence(byte, emit) }
    switch byte {
    case 0x20..<0x40:
      // No key has this many. Keep enough of them to recognise that.
      if parameters.count < 16 { parameters.append(byte) }
    case UInt8(ascii: "[") where parameters.isEmpty:
      state = .consoleKey
    case 0x40..<0x7F:
      state = .ground
      let key = Self.sequenceKey(parameters, final: byte)
      parameters.removeAll()
      if key == .pasteBegin { pasting = true }
      emit(key)
    default:
      state = .ground
      parameters.removeAll()
      emit(.unknown)
      begin(byte, emit)
    }
  }

  /// Inside a paste, a sequence is either the end marker or text.
  private mutating func inPastedSequence(_ byte: UInt8, _ emit: (Key) -> Void) {
    let marker = Array("201~".utf8)
    if byte == marker[parameters.count] {
      parameters.append(byte)
      guard parameters.count == marker.count else { return }
      state = .ground
      parameters.removeAll()
      pasting = false
      return emit(.pasteEnd)
    }
    let text = [UInt8(ascii: "[")] + parameters
    state = .ground
    parameters.removeAll()
    emit(.control(0x1B))
    for byte in text { begin(byte, emit) }
    begin(byte, emit)
  }

  private static func sequenceKey(_ parameters: [UInt8], final: UInt8) -> Key {
    switch (String(decoding: parameters, as: UTF8.self), Unicode.Scalar(final)) {
    case ("", "A"), ("1", "A"): .up
    case ("", "B"), ("1", "B"): .down
    case ("", "C"), ("1", "C"): .right
    case ("", "D"), ("1", "D"): .left
    case ("", "H"), ("1", "~"), ("7", "~"): .home
    case ("", "F"), ("4", "~"), ("8", "~"): .end
    case ("3", "~"): .delete
    case ("1;5", "C"), ("1;3", "C"): .wordRight
    case ("1;5", "D"), ("1;3", "D"): .wordLeft
    case ("", "Z"), ("1;2", "Z"): .backTab
    case ("200", "~"): .pasteBegin
    default: .unknown
    }
  }

  private static func singleShiftKey(_ byte: UInt8) -> Key {
    if byte == UInt8(ascii: "M") { return .control(0x0D) }
    return "ABCDHF".utf8.contains(byte) ? sequenceKey([], final: byte) : .unknown
  }
}
