/// The items that transcripts have reached.
package struct Reached: Sendable {
  /// The items of each kind, in words.
  private var items: [Coverage.Kind: Set<String>] = [:]
  /// What there is to reach of the operator's own questions, in their order.
  package var formItems: [String] = []
  /// The secrets that are named but never used in an answer, each after the number of the line that
  /// names it.
  package var unusedSecrets: [String] = []
  /// The story of each transcript, which is its settings, answers and end, without comments and the
  /// bot's lines; and the number of the transcript's first line in its file.
  package var stories: [(story: [String], line: Int)] = []

  package init() {}

  package subscript(kind: Coverage.Kind) -> Set<String> { items[kind, default: []] }

  mutating func insert(_ item: String, _ kind: Coverage.Kind) {
    items[kind, default: []].insert(item)
  }

  package mutating func formUnion(_ other: Reached) {
    items.merge(other.items) { $0.union($1) }
    let known = Set(formItems)
    formItems += other.formItems.filter { !known.contains($0) }
    unusedSecrets += other.unusedSecrets
    stories += other.stories
  }
}
