/// The secrets of a transcript, each with its name and its index.
struct SecretTable: Sendable {
  private(set) var all: [(name: String, secretClass: SecretClass)] = []
  /// The indexes by name, used only if there are more than `few` secrets; otherwise a linear search
  /// costs less than a hash.
  private var numbers: [String: Int] = [:]

  private static let few = 16

  /// Returns the index of a secret; `nil` if there is none with this name.
  func number(of name: String) -> Int? {
    if all.count > Self.few { return numbers[name] }
    for index in all.indices where all[index].name == name { return index }
    return nil
  }

  /// - Precondition: the name is new.
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
