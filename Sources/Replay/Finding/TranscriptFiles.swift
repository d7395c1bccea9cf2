import Glibc
import Runtime

/// Finds transcripts on disk.
package enum TranscriptFiles {
  /// Returns the files named, whatever their kind, and the `*.chat` files in the folders named and
  /// below them, in byte order within each folder. A file that is named twice is returned once.
  package static func find(in paths: [String]) throws -> [String] {
    let files = try paths.flatMap { path -> [String] in
      if let entries = entries(of: path) { return below(path, entries) }
      guard access(path, F_OK) == 0 else {
        throw StreamFailure(direction: .open, name: path, errno: errno)
      }
      return [path]
    }
    if paths.count < 2 { return files }
    var seen: Set<String> = []
    return files.filter { seen.insert(Path.real($0)).inserted }
  }

  /// Returns the transcripts below a folder. A folder that can't be read is returned itself, so
  /// that replaying it reports the error. A folder that is gone has none.
  static func below(_ folder: String) -> [String] {
    if let entries = entries(of: folder) { return below(folder, entries) }
    return access(folder, F_OK) == 0 ? [folder] : []
  }

  private static func below(_ folder: String, _ entries: [Entry]) -> [String] {
    let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
    var paths: [String] = []
    paths.reserveCapacity(entries.count)
    for entry in entries {
      if entry.isFolder {
        paths += below(prefix + entry.name)
      } else if entry.isTranscript {
        let path = prefix + entry.name
        if !isDevice(path, entry.kind) { paths.append(path) }
      }
    }
    return paths
  }

  /// Returns the folders in a folder, except hidden ones.
  static func folders(in folder: String) -> [String] {
    (entries(of: folder) ?? []).filter(\.isFolder).map { folder + "/" + $0.name }
  }

  /// Returns the names of the files in a folder that end in a text, and of its folders, with a
  /// slash appended.
  package static func names(in folder: String, endingIn end: String) -> [String] {
    (entries(of: folder) ?? []).compactMap { entry in
      if entry.isFolder { return entry.name + "/" }
      return entry.name.hasSuffix(end) ? entry.name : nil
    }
  }

  private struct Entry {
    let name: String
    /// The system's type of the entry, such as `DT_REG`.
    let kind: Int

    /// Whether the entry is a folder. A link to a folder is not, because links can form a cycle.
    var isFolder: Bool { kind == DT_DIR }

    var isTranscript: Bool { name.utf8.suffix(5).elementsEqual(".chat".utf8) }
  }

  /// Returns the entries of a folder in byte order, except hidden ones; `nil` if it can't be opened
  /// as a folder.
  private static func entries(of path: String) -> [Entry]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var entries: [Entry] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.utf8.first == UInt8(ascii: ".") { continue }
      let kind = Int(entry.pointee.d_type)
      // The folders of some file systems don't contain the types.
      let isKnown = kind != DT_UNKNOWN
      entries.append(Entry(name: name, kind: isKnown ? kind : entryType(of: path + "/" + name)))
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Whether a path is a folder. A link to one is not.
  static func isFolder(_ path: String) -> Bool { entryType(of: path) == DT_DIR }

  /// Returns the type of what a path names, such as `DT_REG`.
  private static func entryType(of path: String) -> Int {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_mode >> 12) : DT_UNKNOWN
  }

  /// Whether an entry is neither a file nor a link to one, such as a pipe, which may never have a
  /// writer. Returns `false` for a broken link, so that replaying it reports the error.
  private static func isDevice(_ path: String, _ kind: Int) -> Bool {
    if kind == DT_REG || kind == DT_UNKNOWN { return false }
    if kind != DT_LNK { return true }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }
}
