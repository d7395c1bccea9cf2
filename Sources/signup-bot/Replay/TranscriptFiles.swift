import Accounts
import Chat
import Glibc
import Text

/// Finds transcripts on disk.
enum TranscriptFiles {
  /// The files named, whatever they are, and the `*.chat` files below the folders named, each folder's in
  /// byte order. A file that is named twice is found once.
  static func find(in paths: [String]) throws -> [String] {
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

  /// The transcripts below a folder. A folder that can't be read stands for itself, so that holding it
  /// says why; one that is gone by now has none.
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

  /// The folders in a folder, without hidden ones.
  static func folders(in folder: String) -> [String] {
    (entries(of: folder) ?? []).filter(\.isFolder).map { folder + "/" + $0.name }
  }

  /// The names of a folder's files that end in a text, and of its folders, which end in a slash.
  static func names(in folder: String, endingIn end: String) -> [String] {
    (entries(of: folder) ?? []).compactMap { entry in
      if entry.isFolder { return entry.name + "/" }
      return entry.name.hasSuffix(end) ? entry.name : nil
    }
  }

  private struct Entry {
    let name: String
    /// Whether the name is that of a transcript.
    let isTranscript: Bool
    /// The system's, such as `DT_REG`.
    let kind: Int

    /// Folders that are only linked to are not looked through: they may lead round in circles.
    var isFolder: Bool { kind == DT_DIR }
  }

  /// What a folder holds, without what is hidden, in byte order; nil where it can't be opened as one.
  private static func entries(of path: String) -> [Entry]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    // One piece of memory for all the names: with thousands of files, sorting texts of their own would cost as
    // much as holding the transcripts does.
    var names: [UInt8] = []
    var places: [(range: Range<Int>, kind: Int)] = []
    while let entry = readdir(folder) {
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let count = strnlen(bytes.baseAddress!, bytes.count)
        if bytes.first == UInt8(ascii: ".") { return }
        places.append((names.count..<names.count + count, Int(entry.pointee.d_type)))
        names.append(contentsOf: bytes[..<count])
      }
    }
    return names.withUnsafeBytes { names in
      func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: names[range])
      }
      places.sort { Bytes.precede(bytes($0.range), bytes($1.range)) }
      return places.map { range, kind in
        let bytes = bytes(range)
        let name = String(decoding: bytes, as: UTF8.self)
        return Entry(
          name: name, isTranscript: bytes.suffix(5).elementsEqual(".chat".utf8),
          kind: kind == DT_UNKNOWN ? self.kind(path, name) : kind)
      }
    }
  }

  /// For the file systems whose folders don't say.
  private static func kind(_ folder: String, _ name: String) -> Int {
    var status = stat()
    guard lstat(folder + "/" + name, &status) == 0 else { return DT_UNKNOWN }
    return Int(status.st_mode >> 12)
  }

  /// Whether it is neither a file nor a link to one: a pipe, which nobody may ever write to, and its like.
  /// A link that leads nowhere is none: holding it says so.
  private static func isDevice(_ path: String, _ kind: Int) -> Bool {
    if kind == DT_REG || kind == DT_UNKNOWN { return false }
    if kind != DT_LNK { return true }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }
}
