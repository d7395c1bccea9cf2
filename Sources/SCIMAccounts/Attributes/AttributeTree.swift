import Accounts

/// The extra attributes of one account as members of a JSON object, in the order of their paths.
struct AttributeTree {
  typealias Member = (key: String, value: SecretJSON)

  typealias Part = (path: AttributePath, value: SecretJSON)

  private let parts: [Part]

  init(_ attributes: SCIMAttributes, for registration: Registration) {
    parts = attributes.values(for: registration)
  }

  /// The members of the core schema.
  var core: [Member] { members(of: nil) }

  /// The members of other schemas, each under its URN (RFC 7643, 3.3).
  var extensions: [Member] { schemas.map { ($0, .object(members(of: $0))) } }

  /// The URNs of the other schemas.
  var schemas: [String] { parts.compactMap(\.path.schema).distinctNames }

  private func members(of schema: String?) -> [Member] {
    let here = parts.filter { $0.path.schema?.lowercased() == schema?.lowercased() }
    return here.map(\.path.name).distinctNames.map { attribute in
      (attribute, value(here.filter { $0.path.name.lowercased() == attribute.lowercased() }))
    }
  }

  /// - Parameter parts: the parts of one attribute. All of them have an index, all have a filter, or
  ///   none has either.
  private func value(_ parts: [Part]) -> SecretJSON {
    guard parts.contains(where: { $0.path.element != nil }) else { return item(parts) }
    var elements: [[Part]] = []
    for part in parts {
      let place = elements.firstIndex { $0[0].path.isInSameElement(as: part.path) }
      if let place { elements[place].append(part) } else { elements.append([part]) }
    }
    return .list(
      elements.sorted { $0[0].path.indexInList < $1[0].path.indexInList }.map(item))
  }

  /// - Parameter parts: the parts of one element, or of an attribute that is not a list.
  private func item(_ parts: [Part]) -> SecretJSON {
    if let part = parts.first, part.path.sub == nil { return part.value }
    var members: [Member] = parts.map { ($0.path.sub ?? "", $0.value) }
    if case .filter(let filter) = parts.first?.path.element { members.append(filter.member) }
    return .object(members)
  }
}

extension [String] {
  /// The names without duplicates, ignoring case, in the first spelling of each.
  var distinctNames: [String] {
    var seen = Set<String>()
    return filter { seen.insert($0.lowercased()).inserted }
  }
}

extension AttributePath {
  /// Where the element goes in a list. Elements with filters keep the order of their paths.
  fileprivate var indexInList: Int {
    if case .index(let index) = element { index } else { 0 }
  }
}
