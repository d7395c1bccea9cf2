/// Values for some of the fields. There are at most three, and usually none, so a search costs less
/// than hashing.
struct FieldValues<Value: Sendable>: Sendable {
  private var pairs: [(field: Field, value: Value)] = []

  /// All values, in any order.
  var all: [(field: Field, value: Value)] { pairs }

  subscript(field: Field) -> Value? {
    get {
      for index in pairs.indices where pairs[index].field == field { return pairs[index].value }
      return nil
    }
    set {
      removeValue(for: field)
      if let newValue { pairs.append((field, newValue)) }
    }
  }

  @discardableResult mutating func removeValue(for field: Field) -> Value? {
    guard let index = pairs.firstIndex(where: { $0.field == field }) else { return nil }
    return pairs.remove(at: index).value
  }

  mutating func removeAll() {
    if !pairs.isEmpty { pairs.removeAll() }
  }
}
