import Glibc

/// Functions for file paths. They split paths at bytes, because a name may begin with a combining
/// mark, which would form one character with the slash before it.
package enum Path {
  /// Returns a path without links and dots; the path itself if there is no such file.
  package static func real(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns whether a path matches a filter. A filter with `*`, `?` or `[` is a pattern that must
  /// match the whole path or its last component. Any other filter is text that the path must
  /// contain.
  package static func fits(_ path: String, _ filter: String) -> Bool {
    guard filter.utf8.contains(where: { "*?[".utf8.contains($0) }) else {
      return path.contains(filter)
    }
    return fnmatch(filter, path, 0) == 0 || fnmatch(filter, name(of: path), 0) == 0
  }

  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.utf8.startIndex ? "/" : String(Substring(path.utf8[..<slash]))
  }

  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(Substring(path.utf8[slash...].dropFirst()))
  }
}
