/// An error that makes the file unusable.
struct RememberedFileError: Error, CustomStringConvertible {
  let path: String
  let why: String
  var description: String { "\(path): \(why)" }
}
