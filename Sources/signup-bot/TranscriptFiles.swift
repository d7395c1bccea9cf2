import Chat
import Glibc

/// Finds transcripts on disk.
enum TranscriptFiles {
  /// The files named, and the `*.chat` files below the folders named, each folder's in byte order.
  static func find(in paths: [String]) throws -> [String] {
    try paths.flatMap { path -> [String] in
      guard let folder = opendir(path) else {
        guard access(path, R_OK) == 0 else {
          throw StreamFailure(direction: .open, name: path, errno: errno)
        }
        return [path]
      }
      defer { closedir(folder) }
      var names: [String] = []
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        let isFolder = entry.pointee.d_type == DT_DIR
        if name.hasPrefix(".") || !(isFolder || name.hasSuffix(".chat")) { continue }
        names.append(name)
      }
      return try names.sorted().flatMap { name in
        name.hasSuffix(".chat") ? [path + "/" + name] : try find(in: [path + "/" + name])
      }
    }
  }
}
