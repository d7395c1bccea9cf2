import Glibc

/// What is kept of the environment that a stranger's client sent along.
enum HarmlessEnvironment {
  /// The variables that say what the stranger's terminal is like and where they come from, as long as they
  /// look like it, and a home and a search path that are not the stranger's to choose.
  static func of(_ environment: [String: String]) -> [String: String] {
    var result = environment.filter { isHarmless($0.key, $0.value) }
    result["HOME"] = home
    result["PATH"] = "/usr/bin:/bin"
    return result
  }

  /// A slash would make a file's path of a terminal's or a locale's name.
  private static func isHarmless(_ name: String, _ value: String) -> Bool {
    switch name {
    case "TERM": isPlain(value, atMost: 64, besides: "+._-") && value.utf8.first != dot
    case "LANG", "LC_ALL", "LC_MESSAGES", "LC_CTYPE":
      isPlain(value, atMost: 64, besides: "._@-") && value.utf8.first != dot
    case "COLUMNS", "LINES":
      (1...4).contains(value.utf8.count) && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
    case "NO_COLOR", "ACCESSIBLE": value == "1"
    case "SSH_CONNECTION", "SSH_CLIENT": isPlain(value, atMost: 256, besides: " .:%_-")
    default: false
    }
  }

  private static let dot = UInt8(ascii: ".")

  /// - Parameter marks: ASCII characters that may stand beside letters and digits.
  private static func isPlain(_ text: String, atMost count: Int, besides marks: String) -> Bool {
    (1...count).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: marks.utf8.contains(byte)
        }
      }
  }

  /// Where the system's table of users has the home; nil where it has none.
  private static var home: String? {
    guard let user = getpwuid(getuid()), let folder = user.pointee.pw_dir else { return nil }
    let path = String(cString: folder)
    return path.hasPrefix("/") ? path : nil
  }
}
