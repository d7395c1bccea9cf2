/// Identifies one check, to tell a late result from a current one.
package struct CheckID: Hashable, Sendable {
  package let number: Int
}
