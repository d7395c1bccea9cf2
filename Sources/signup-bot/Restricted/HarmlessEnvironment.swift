import Glibc

/// The part of the environment that the program keeps in the restricted mode. A stranger's client
/// may have sent any of it.
enum HarmlessEnvironment {
  /// Returns the variables that describe the stranger's terminal and address, as long as their
  /// values are plausible, and a home and a search path that the stranger can't choose.
  static func of(_ environment: [String: String]) -> [String: String] {
    var result = environment.filter { isHarmless($0.key, $0.value) }
    result["HOME"] = home
    result["PATH"] = "/usr/bin:/bin"
    return result
  }

  /// Whether a variable is kept. A slash would turn the name of a terminal or a locale into a file
  /// path.
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

  /// - Parameters:
  ///   - count: the maximum length in bytes.
  ///   - marks: the ASCII characters that are allowed in addition to letters and digits.
  private static func isPlain(_ text: String, atMost count: Int, besides marks: String) -> Bool {
    (1...count).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: marks.utf8.contains(byte)
        }
      }
  }

  /// The home in the system's user database; `nil` if it has none.
  private static var home: String? {
    guard let user = getpwuid(getuid()), let folder = user.pointee.pw_dir else { return nil }
    let path = String(cString: folder)
    return path.hasPrefix("/") ? path : nil
  }
}
