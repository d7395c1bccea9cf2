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

  /// Returns the path that leads from a folder to a file, without links.
  package static func relative(_ path: String, to folder: String) -> String {
    func parts(_ path: String) -> [Substring.UTF8View] {
      real(path).utf8.split(separator: UInt8(ascii: "/")).map { Substring($0).utf8 }
    }
    let (file, start) = (parts(path), parts(folder))
    let common = zip(file, start).prefix { $0.elementsEqual($1) }.count
    let ups = Array(repeating: "..", count: start.count - common)
    return (ups + file[common...].map { String(Substring($0)) }).joined(separator: "/")
  }

  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    var folder = path.utf8[..<slash]
    while folder.last == UInt8(ascii: "/") { folder.removeLast() }
    return folder.isEmpty ? "/" : String(Substring(folder))
  }

  /// Creates a folder, and those above it that are missing, with mode 0700, as the XDG Base
  /// Directory Specification requires.
  ///
  /// - Returns: The error number, or `nil` if there is no error.
  package static func makeFolder(_ folder: String) -> Int32? {
    var status = stat()
    if stat(folder, &status) == 0 || folder == "/" { return nil }
    let above = self.folder(of: folder)
    if let code = makeFolder(above) { return code }
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { return errno }
    FileReplacement.flush(folder: above)
    return nil
  }

  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(Substring(path.utf8[slash...].dropFirst()))
  }
}
