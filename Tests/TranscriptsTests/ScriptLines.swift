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

  /// The comments after the end.
  var trailer: [Line] {
    (conversationEnd..<count).dropFirst().map(line)
  }
}

extension LineParser {
  static func record(_ text: String) throws(TranscriptError.Reason) -> Record {
    try Array(text.utf8).withUnsafeBufferPointer { bytes throws(TranscriptError.Reason) in
      try record(bytes, isPlain: false)
    }
  }
}
