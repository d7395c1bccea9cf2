import Chat
import Glibc

/// Files that the program is told to read. The one way to open them.
///
/// Only regular files are read. A named pipe would make the program wait for whoever may write to it, a device
/// may never end, and a folder is a slip. Where the caller allows it, a descriptor that the shell has opened
/// (`<(…)`, `/dev/stdin`) may be a pipe: something is at its other end already.
enum InputFile {
  /// Opens a file for reading.
  ///
  /// - Parameter allowsPipes: whether a path such as `/dev/fd/63` may name an open pipe.
  /// - Returns: a descriptor, which is the caller's to close.
  static func open(_ path: String, allowsPipes: Bool = false) -> Result<Int32, StreamFailure> {
    // Without O_NONBLOCK the opening itself waits for a pipe's writer.
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      return .failure(StreamFailure(direction: .open, name: path, errno: errno))
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

  /// The folder of a file, in which the files are that it names; `nil` for one without a folder of its own.
  static let folder: @Sendable (String) -> String? = { path in
    let folder = Path.folder(of: path)
    return isDescriptor(path) || folder == "." ? nil : folder
  }

  /// A file's bytes, of 1 MiB at the most; `nil` if it can't be read whole.
  static let small: @Sendable (String) -> [UInt8]? = { path in try? bytes(of: path).get() }

  /// A transcript's bytes, of 1 GiB at the most.
  static let transcript: @Sendable (String) -> Result<[UInt8], StreamFailure> = { path in
    bytes(of: path, upTo: 1 << 30, allowsPipes: true)
  }

  static func bytes(
    of path: String, upTo limit: Int = 1 << 20, allowsPipes: Bool = false
  ) -> Result<[UInt8], StreamFailure> {
    open(path, allowsPipes: allowsPipes).flatMap { descriptor in
      defer { close(descriptor) }
      return bytes(of: descriptor, named: path, upTo: limit)
    }
  }

  /// The bytes of a file that is open already.
  static func bytes(
    of descriptor: Int32, named path: String, upTo limit: Int = 1 << 20
  ) -> Result<[UInt8], StreamFailure> {
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    let size = isKnown ? Int(status.st_size) : 0
    let isFile = isKnown && status.st_mode & S_IFMT == S_IFREG
    var bytes: [UInt8] = []
    while true {
      // One byte more than the file has tells its end, with no second call; a pipe has no size.
      let room = max(size + 1 - bytes.count, 4096)
      var read = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        read = Glibc.read(descriptor, buffer.baseAddress!, room)
        count = max(read, 0)
      }
      if read < 0 {
        if errno == EINTR { continue }
        return .failure(StreamFailure(direction: .read, name: path, errno: errno))
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
