/// Why an extra attribute can't be used.
package struct SCIMAttributeError: Error, Equatable, Sendable {
  /// The path as given.
  package let path: String
  package let why: String
}
