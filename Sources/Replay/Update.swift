/// A file that differs, with its old and new contents.
package struct Update: Sendable {
  package let path: String
  package let old: String
  package let new: String
}
