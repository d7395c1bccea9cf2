import Chat
import Glibc

/// Tells which files change below some folders, by the kernel's own notices.
final class FolderWatcher {
  private let descriptor: Int32
  /// The folder of each of the kernel's watches.
  private var folders: [Int32: String] = [:]

  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE)
  /// Milliseconds without another change: an editor that saves makes several.
  private static let rest: Int32 = 50

  /// - Parameter paths: files, whose folders are watched, and folders.
  init(_ paths: [String]) throws(StreamFailure) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else {
      throw StreamFailure(direction: .open, name: "inotify", errno: errno)
    }
    for path in paths {
      let path = Path.real(path)
      try watch(Self.isFolder(path) ? path : Path.folder(of: path), deep: Self.isFolder(path))
    }
  }

  deinit {
    close(descriptor)
  }

  /// Waits until something has changed, and then until nothing more does.
  ///
  /// - Returns: the files' real paths.
  func waitForChanges() throws(StreamFailure) -> Set<String> {
    var changed: Set<String> = []
    while true {
      var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&descriptors, 1, changed.isEmpty ? -1 : Self.rest)
      if ready < 0 && errno != EINTR {
        throw StreamFailure(direction: .read, name: "inotify", errno: errno)
      }
      if ready == 0 { return changed }
      if ready > 0 { changed.formUnion(try read()) }
    }
  }

  private func watch(_ folder: String, deep: Bool) throws(StreamFailure) {
    let watch = inotify_add_watch(descriptor, folder, Self.events)
    guard watch >= 0 else { throw StreamFailure(direction: .open, name: folder, errno: errno) }
    folders[watch] = folder
    guard deep else { return }
    for inner in TranscriptFiles.folders(in: folder) { try self.watch(inner, deep: true) }
  }

  private func read() throws(StreamFailure) -> Set<String> {
    var changed: Set<String> = []
    var new: [String] = []
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
      let count = Glibc.read(descriptor, buffer.baseAddress!, buffer.count)
      var offset = 0
      while offset < count {
        let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
        let start = offset + MemoryLayout<inotify_event>.size
        offset = start + Int(event.len)
        guard event.len > 0, let folder = folders[event.wd] else { continue }
        let name = String(cString: buffer.baseAddress!.assumingMemoryBound(to: CChar.self) + start)
        // Drafts of a rewriting, and an editor's own files.
        if name.hasPrefix(".") || name.hasSuffix("~") { continue }
        let path = folder + "/" + name
        if Self.isFolder(path) { new.append(path) } else { changed.insert(path) }
      }
    }
    for folder in new { try watch(folder, deep: true) }
    return changed
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
