import Glibc

/// An output stream that reports write errors, unlike `print`.
package final class OutputStream: Sendable {
  private let descriptor: Int32
  private let name: String

  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Opens a file for writing and truncates it. A new file is readable only by its owner.
  package convenience init(path: String) throws(StreamFailure) {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StreamFailure(direction: .open, name: path, errno: Glibc.errno)
    }
    self.init(descriptor: descriptor, name: path)
  }

  /// Writes the whole text, without buffering.
  package func write(_ text: String) throws(StreamFailure) {
    var text = text
    let code = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
    if let code { throw StreamFailure(direction: .write, name: name, errno: code) }
  }
}
