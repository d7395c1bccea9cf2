import Glibc
import Runtime

/// Watches for changes of files in folders, using inotify.
package final class FolderWatcher {
  private let descriptor: Int32
  /// The folder of each inotify watch.
  private var folders: [Int32: String] = [:]
  /// The folders watched from the beginning, and whether to watch the folders below them.
  private let roots: [(folder: String, deep: Bool)]

  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE)
  /// The time in milliseconds without another change after which changes are complete. An editor
  /// makes several changes to save a file.
  private static let rest: Int32 = 50

  /// A set of changes.
  package enum Change {
    /// Changes of these files, given by their real paths.
    case files(Set<String>)
    /// Unknown changes, because the kernel has dropped events.
    case anything
  }

  /// - Parameter paths: folders to watch, and files whose folders to watch.
  package init(_ paths: [String]) throws(StreamFailure) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else {
      throw StreamFailure(direction: .open, name: "inotify", errno: errno)
    }
    roots = paths.map { path in
      let path = Path.real(path)
      return TranscriptFiles.isFolder(path) ? (path, true) : (Path.folder(of: path), false)
    }
    try watchRoots()
  }

  deinit {
    close(descriptor)
  }

  /// Waits until something has changed, and then until there are no further changes.
  package func waitForChanges() throws(StreamFailure) -> Change {
    var changed: Set<String> = []
    var isAnything = false
    while true {
      var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let hasChanged = isAnything || !changed.isEmpty
      let ready = poll(&descriptors, 1, hasChanged ? Self.rest : -1)
      if ready < 0 && errno != EINTR {
        throw StreamFailure(direction: .read, name: "inotify", errno: errno)
      }
      if ready == 0 { return isAnything ? .anything : .files(changed) }
      if ready > 0 { isAnything = try read(into: &changed) || isAnything }
    }
  }

  private func watchRoots() throws(StreamFailure) {
    for root in roots { try watch(root.folder, deep: root.deep, isRoot: true) }
  }

  /// Watches a folder. A folder below a root is skipped if it is gone or can't be read.
  private func watch(_ folder: String, deep: Bool, isRoot: Bool = false) throws(StreamFailure) {
    let watch = inotify_add_watch(descriptor, folder, Self.events)
    if watch < 0 {
      if !isRoot && errno != ENOSPC && errno != ENOMEM { return }
      throw StreamFailure(direction: .open, name: folder, errno: errno)
    }
    folders[watch] = folder
    guard deep else { return }
    for inner in TranscriptFiles.folders(in: folder) { try self.watch(inner, deep: true) }
  }

  /// Reads the pending events.
  ///
  /// - Returns: whether the kernel has dropped events.
  private func read(into changed: inout Set<String>) throws(StreamFailure) -> Bool {
    var new: [String] = []
    let isComplete = takeNotices { path in
      if TranscriptFiles.isFolder(path) { new.append(path) } else { changed.insert(path) }
    }
    for folder in new {
      try watch(folder, deep: true)
      // Files created in the folder before it was watched have caused no events.
      changed.formUnion(TranscriptFiles.below(folder))
    }
    if !isComplete { try watchRoots() }
    return !isComplete
  }

  /// Takes the pending events from the kernel.
  ///
  /// - Parameter take: called with the path of each file or folder that has changed.
  /// - Returns: whether the kernel has reported all changes.
  private func takeNotices(_ take: (String) -> Void) -> Bool {
    var isComplete = true
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
      let count = Glibc.read(descriptor, buffer.baseAddress!, buffer.count)
      var offset = 0
      while offset < count {
        let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
        let start = offset + MemoryLayout<inotify_event>.size
        offset = start + Int(event.len)
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isComplete = false }
        guard event.len > 0, let folder = folders[event.wd] else { continue }
        let name = String(cString: buffer.baseAddress!.assumingMemoryBound(to: CChar.self) + start)
        // Skip hidden files, such as drafts of a replacement, and an editor's backup files.
        if name.utf8.first == UInt8(ascii: ".") || name.utf8.last == UInt8(ascii: "~") { continue }
        take(folder + "/" + name)
      }
    }
    return isComplete
  }
}
