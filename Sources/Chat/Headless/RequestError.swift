import Text

/// The reason why a line is not an event. It never quotes the line.
struct RequestError: Error, Equatable {
  let why: String

  init(why: String) {
    self.why = why
  }

  init(_ error: JSONError) {
    why = "is not valid JSON for an event: \(error.reason), at byte \(error.offset + 1)"
  }
}
