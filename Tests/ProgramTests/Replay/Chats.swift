import Foundation

/// Transcripts to replay, on disk.
enum Chats {
  /// A transcript that agrees. Its first line that can differ is the ninth.
  static let good: String = {
    let bytes = try? Golden.bytes("transcripts/endings/signed-up.chat")
    return String(decoding: bytes ?? [], as: UTF8.self)
  }()

  static let wrong = replacing("bot> Username?", "bot> Name?")

  static func replacing(_ old: String, _ new: String) -> String {
    precondition(good.contains(old), "nothing to replace")
    return good.replacingOccurrences(of: old, with: new)
  }

  static func expectingFailure(_ text: String) -> String {
    text.replacingOccurrences(of: "@ seed 1\n", with: "@ expect-failure not yet\n@ seed 1\n")
  }
}
