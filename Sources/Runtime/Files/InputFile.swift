import Glibc

/// Opens and reads the files that the user names. All such files are opened here.
///
/// Only regular files are read. A named pipe would block the program until a writer opens it, a
/// device may never end, and a folder is a mistake. If the caller allows it, a descriptor that the
/// shell has opened (`<(…)`, `/dev/stdin`) may be a pipe, because its other end is already open.
package enum InputFile {
  /// Opens a file for reading.
  ///
  /// - Parameter allowsPipes: whether a path such as `/dev/fd/63` may refer to an open pipe.
  /// - Returns: a descriptor, which the caller must close.
  package static func open(_ path: String, allowsPipes: Bool = false) -> Result<
    Int32, StreamFailure
  > {
    // Without `O_NONBLOCK`, opening a pipe blocks until it has a writer.
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      return .failure(StreamFailure(direction: .open, name: path))
    }
    var status = stat()
    _ = fstat(descriptor, &status)
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .success(descriptor)
    case S_IFIFO where allowsPipes && isDescriptor(path):
      let flags = fcntl(descriptor, F_GETFL)
      _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
      return .success(descriptor)
    default:
      close(descriptor)
      return .failure(.notAFile(path))
    }
  }

  private static func isDescriptor(_ path: String) -> Bool {
    path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/")
  }

  /// Returns the folder from which a file's relative paths start; `nil` for the working directory.
  package static let folder: @Sendable (String) -> String? = { path in
    let folder = Path.folder(of: path)
    return isDescriptor(path) || folder == "." ? nil : folder
  }

  /// Returns a file's bytes; `nil` if the file can't be read or is larger than 1 MiB.
  package static let small: @Sendable (String) -> [UInt8]? = { path in try? bytes(of: path).get() }

  /// Returns a transcript's bytes. Fails if the transcript is larger than 1 GiB.
  package static let transcript: @Sendable (String) -> Result<[UInt8], StreamFailure> = { path in
    bytes(of: path, upTo: 1 << 30, allowsPipes: true)
  }

  package static func bytes(
    of path: String, upTo limit: Int = 1 << 20, allowsPipes: Bool = false
  ) -> Result<[UInt8], StreamFailure> {
    open(path, allowsPipes: allowsPipes).flatMap { descriptor in
      defer { close(descriptor) }
      return bytes(of: descriptor, named: path, upTo: limit)
    }
  }

  /// Returns the bytes of an open file.
  package static func bytes(
    of descriptor: Int32, named path: String, upTo limit: Int = 1 << 20
  ) -> Result<[UInt8], StreamFailure> {
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    let size = isKnown ? Int(status.st_size) : 0
    let isFile = isKnown && status.st_mode & S_IFMT == S_IFREG
    var bytes: [UInt8] = []
    while true {
      // Requesting one byte more than the file's size detects its end without a second call. A pipe
      // has no size.
      let room = max(size + 1 - bytes.count, 4096)
      var read = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        read = Glibc.read(descriptor, buffer.baseAddress!, room)
        count = max(read, 0)
      }
      if read < 0 {
        if errno == EINTR { continue }
        return .failure(StreamFailure(direction: .read, name: path))
      }
      if read == 0 { return .success(bytes) }
      if bytes.count + read > limit {
        return .failure(StreamFailure(direction: .read, name: path, errno: EFBIG))
      }
      bytes = bytes.isEmpty ? chunk : bytes + chunk
      if isFile && size > 0 && read < room { return .success(bytes) }
    }
  }
}
