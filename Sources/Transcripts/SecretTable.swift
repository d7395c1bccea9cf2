/// The secrets of a transcript, each with its name and its index.
struct SecretTable: Sendable {
  private(set) var all: [(name: String, secretClass: SecretClass)] = []
  private var numbers: [String: Int] = [:]

  /// Returns the index of a secret; `nil` if there is none with this name.
  func number(of name: String) -> Int? { numbers[name] }

  /// - Precondition: the name is new.
  mutating func add(_ name: String, _ secretClass: SecretClass) {
    numbers[name] = all.count
    all.append((name, secretClass))
  }

  mutating func change(_ number: Int, to secretClass: SecretClass) {
    all[number].secretClass = secretClass
  }
}
