import Chat
import Glibc

/// Finds transcripts on disk.
enum TranscriptFiles {
  /// The files named, and the `*.chat` files below the folders named, each folder's in byte order.
  static func find(in paths: [String]) throws -> [String] {
    try paths.flatMap { path -> [String] in
      guard let entries = entries(of: path) else {
        guard access(path, F_OK) == 0 else {
          throw StreamFailure(direction: .open, name: path, errno: errno)
        }
        return [path]
      }
      let prefix = path.hasSuffix("/") ? path : path + "/"
      return try entries.flatMap { entry in
        if entry.isFolder { return try find(in: [prefix + entry.name]) }
        return entry.name.hasSuffix(".chat") ? [prefix + entry.name] : []
      }
    }
  }

  /// The folders in a folder, without hidden ones.
  static func folders(in folder: String) -> [String] {
    (entries(of: folder) ?? []).filter(\.isFolder).map { folder + "/" + $0.name }
  }

  /// What a folder holds, without what is hidden, in byte order; nil where it can't be opened as one.
  private static func entries(of path: String) -> [(name: String, isFolder: Bool)]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var entries: [(name: String, isFolder: Bool)] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      entries.append((name, Int32(entry.pointee.d_type) == Int32(DT_DIR)))
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
