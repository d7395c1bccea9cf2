import Glibc

/// Paths as the system has them. They are taken apart by bytes: a name may begin with a mark that would
/// combine with the slash before it.
enum Path {
  /// Without links and dots; the path itself where there is no such file.
  static func real(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether a path holds a text or, where the text has one of *, ? and [, fits it as a pattern, whole
  /// or in its last part.
  static func fits(_ path: String, _ filter: String) -> Bool {
    guard filter.utf8.contains(where: { "*?[".utf8.contains($0) }) else {
      return path.contains(filter)
    }
    return fnmatch(filter, path, 0) == 0 || fnmatch(filter, name(of: path), 0) == 0
  }

  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.utf8.startIndex ? "/" : String(Substring(path.utf8[..<slash]))
  }

  static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(Substring(path.utf8[slash...].dropFirst()))
  }
}
