@testable import Transcripts

extension Script {
  /// Parses all consecutive transcripts in a file.
  static func all(parsing bytes: [UInt8]) throws(TranscriptError) -> [Script] {
    var scripts: [Script] = []
    for piece in pieces(of: bytes) {
      scripts.append(try Script(parsing: bytes[piece.range], firstLine: piece.firstLine))
    }
    return scripts
  }

  var texts: [String] { lines.map(\.text) }
}

extension LineParser {
  static func record(_ text: String) throws(TranscriptError.Reason) -> Record {
    try record(Array(text.utf8)[...])
  }
}
