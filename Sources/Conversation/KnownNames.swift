import Accounts

/// What the service said of names. Few of them are searched, which costs less than a hash; many are hashed.
struct KnownNames: Sendable {
  private var few: [(name: Username, availability: Availability)] = []
  private var others: [Username: Availability] = [:]

  private static let mostSearched = 16

  /// Nil for a name that the service was not asked about.
  subscript(name: Username) -> Availability? {
    for index in few.indices where few[index].name == name { return few[index].availability }
    return others.isEmpty ? nil : others[name]
  }

  /// Takes in what the service says of a name now.
  mutating func note(_ availability: Availability, of name: Username) {
    for index in few.indices where few[index].name == name {
      few[index].availability = availability
      return
    }
    if few.count < Self.mostSearched {
      if few.isEmpty { few.reserveCapacity(4) }
      few.append((name, availability))
    } else {
      others[name] = availability
    }
  }
}
