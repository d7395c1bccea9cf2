/// The service that the settings choose, and what chose it.
///
/// The strongest place that names a service decides, by `accounts` or by an option that belongs to one
/// service. Everything that this place says about services must mean that service. Weaker places are passed
/// over, so that `--accounts mock` does not contradict a store that the environment names.
///
/// The mock's options choose nothing. In the deciding place, or in a stronger one, they contradict a service
/// that would not use them; GitHub's sign-ups are the mock's and do use them. In a transcript they are part of
/// the story and contradict nothing, so that it can be played against another service.
struct ServiceChoice: Equatable, Sendable {
  let name: ServiceName
  /// The setting that chose it.
  let key: SettingKey
  let source: SettingSource

  /// Throws for a service that does not exist, and for settings of two services in one place.
  ///
  /// - Returns: `nil` if no place names a service.
  init?(_ raw: RawSettings) throws(SettingError) {
    let all = raw.inOrder
    guard let first = all.first(where: { $0.key.namesService }),
      let last = all.lastIndex(where: { $0.value.source.isSamePlace(as: first.value.source) })
    else { return nil }
    let place = all.filter { pair in
      pair.key.namesService && pair.value.source.isSamePlace(as: first.value.source)
    }
    let chosen = place.first { $0.key == .accounts } ?? first
    name = try Self.service(chosen)
    key = chosen.key
    source = chosen.value.source
    for other in place where try Self.service(other) != name {
      throw contradiction(of: other, "belongs to \(try Self.service(other).rawValue)")
    }
    if name.usesMock { return }
    for other in all[...last]
    where other.key.definition.isOfMock && !other.value.source.isTranscript {
      throw contradiction(of: other, "is for the mock alone")
    }
  }

  private static func service(_ given: RawSettings.Pair) throws(SettingError) -> ServiceName {
    if let service = given.key.definition.service { return service }
    switch SettingReader.choice(given.value.text) as SettingReader.Parsed<ServiceName> {
    case .value(let name): return name
    case .wrong(let why):
      throw SettingError(key: given.key.rawValue, source: given.value.source, why: why)
    }
  }

  private func contradiction(of other: RawSettings.Pair, _ why: String) -> SettingError {
    let verb = key == .accounts ? "names" : "selects"
    return SettingError(
      key: other.key.rawValue, source: other.value.source,
      why: "\(why), but \(key.rawValue) \(verb) \(name.rawValue)")
  }
}

extension ServiceName {
  /// Whether the mock makes its accounts.
  fileprivate var usesMock: Bool {
    switch self {
    case .mock, .github: true
    case .sqlite, .scim: false
    }
  }
}

extension SettingKey {
  fileprivate var namesService: Bool { self == .accounts || definition.service != nil }
}

extension SettingSource {
  fileprivate var isTranscript: Bool { if case .transcript = self { true } else { false } }

  /// Whether two settings were given in one place, such as one transcript.
  fileprivate func isSamePlace(as other: SettingSource) -> Bool {
    self == other || isTranscript && other.isTranscript
  }
}
