/// Values that some fields have. There are mostly none and at most three, so that a search costs less than a
/// hash.
struct FieldValues<Value: Sendable>: Sendable {
  private var pairs: [(field: Field, value: Value)] = []

  /// Those there are, in any order.
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
