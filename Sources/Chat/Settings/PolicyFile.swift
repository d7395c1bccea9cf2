import Accounts
import Glibc
import Text

/// A policy file that can't be used.
package struct UnusablePolicyFile: Error, Equatable, Sendable {
  /// The file, the place in it, and the reason.
  package let why: String
}

extension Policy {
  /// Reads a policy file.
  ///
  /// - Parameter check: Throws an error if the policy can't be used for another reason.
  package init(
    file path: String, _ readFile: (String) -> [UInt8]?,
    check: (Policy) throws(JSONFileError) -> Void = { _ in }
  ) throws(UnusablePolicyFile) {
    guard let bytes = readFile(path) else {
      throw UnusablePolicyFile(why: "\(path) can't be read; it must be a file of at most 1 MiB")
    }
    do {
      self = try Policy(json: bytes)
      try check(self)
    } catch {
      throw UnusablePolicyFile(
        why: path + ": " + (error.key.isEmpty ? "the file" : shortened(error.key)) + " "
          + error.why)
    }
  }

  /// Whether a text that is no policy's name means a file.
  ///
  /// - Parameter path: The path of the file.
  package static func isFile(_ text: String, at path: String) -> Bool {
    text.contains { $0 == "/" || $0 == "." } || access(path, F_OK) == 0
  }
}
