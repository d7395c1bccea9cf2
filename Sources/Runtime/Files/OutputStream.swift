/// An output stream that reports write errors, unlike `print`.
package final class OutputStream: Sendable {
  private let descriptor: Int32
  private let name: String

  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Writes the whole text, without buffering.
  package func write(_ text: String) throws(StreamFailure) {
    var text = text
    let code = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
    if let code { throw StreamFailure(direction: .write, name: name, errno: code) }
  }
}
