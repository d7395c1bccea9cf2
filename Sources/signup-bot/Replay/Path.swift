import Glibc

/// Paths as the system has them.
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
    guard filter.contains(where: { "*?[".contains($0) }) else { return path.contains(filter) }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return fnmatch(filter, path, 0) == 0 || fnmatch(filter, name, 0) == 0
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
