package struct UnusedSecret: Hashable, Sendable {
  package let name: String
  package let line: Int
}
