/// A transcript's secrets by their names, each with the number of its place among them.
struct SecretTable: Sendable {
  private(set) var all: [(name: String, secretClass: SecretClass)] = []
  /// Where there are more than a few; as long as there are not, a search costs less than a hash.
  private var numbers: [String: Int] = [:]

  private static let few = 16

  /// Nil for a name that is none.
  func number(of name: String) -> Int? {
    if all.count > Self.few { return numbers[name] }
    for index in all.indices where all[index].name == name { return index }
    return nil
  }

  /// - Precondition: the name is a new one.
  mutating func add(_ name: String, _ secretClass: SecretClass) {
    if all.isEmpty { all.reserveCapacity(4) }
    all.append((name, secretClass))
    if all.count == Self.few + 1 {
      numbers = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })
    } else if all.count > Self.few {
      numbers[name] = all.count - 1
    }
  }

  mutating func change(_ number: Int, to secretClass: SecretClass) {
    all[number].secretClass = secretClass
  }
}
