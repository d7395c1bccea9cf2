/// Why a JSON file is unusable.
package struct JSONFileError: Error, Equatable, Sendable {
  /// The path to the value, such as `password.rules[1].limit`; "" for the whole file.
  package let key: String
  package let why: String

  package init(key: String, why: String) {
    self.key = key
    self.why = why
  }
}
