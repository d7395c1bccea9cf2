import Accounts

/// What the service said about names. The first few are searched, which costs less than hashing;
/// the others are hashed.
struct KnownNames: Sendable {
  private var few: [(name: Username, availability: Availability)] = []
  private var others: [Username: Availability] = [:]

  private static let mostSearched = 16

  /// `nil` if the service was not asked about the name.
  subscript(name: Username) -> Availability? {
    for index in few.indices where few[index].name == name { return few[index].availability }
    return others.isEmpty ? nil : others[name]
  }

  /// Stores the service's latest answer about a name.
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
