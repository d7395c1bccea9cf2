/// The service that the settings select, and the setting that selects it.
///
/// The strongest source that names a service decides, either by `accounts` or by an option that
/// belongs to one service. All such settings of this source must mean the same service. Weaker
/// sources are ignored, so `--accounts mock` does not contradict a store that the environment
/// names.
///
/// The mock's options select no service. If they come from the deciding source or a stronger one,
/// they contradict a service that does not use them. GitHub's sign-ups are the mock's, so GitHub
/// uses them. In a transcript they are part of the conversation and contradict nothing, so that the
/// transcript can be run with another service.
struct ServiceChoice: Sendable {
  let name: ServiceName
  /// The setting that selects the service.
  let given: RawSettings.Given

  /// - Returns: `nil` if no source names a service.
  /// - Throws: an error for an unknown service, and for settings of two services in one source.
  init?(_ raw: RawSettings) throws(SettingError) {
    let all = raw.inOrder
    guard let first = all.first(where: { $0.key.namesService }),
      let last = all.lastIndex(where: { $0.source.isSamePlace(as: first.source) })
    else { return nil }
    let place = all.filter { $0.key.namesService && $0.source.isSamePlace(as: first.source) }
    given = place.first { $0.key == .accounts } ?? first
    name = try Self.service(given)
    for other in place where try Self.service(other) != name {
      throw contradiction(of: other, "belongs to \(try Self.service(other).rawValue)")
    }
    if name.usesMock { return }
    for other in all[...last]
    where other.key.definition.isOfMock && !other.source.isTranscript {
      throw contradiction(of: other, "is only for the mock")
    }
  }

  private static func service(_ given: RawSettings.Given) throws(SettingError) -> ServiceName {
    if let service = given.key.definition.service { return service }
    return try SettingReader.parsed(given, SettingReader.choice)
  }

  private func contradiction(of other: RawSettings.Given, _ why: String) -> SettingError {
    let verb = given.key == .accounts ? "names" : "selects"
    return other.error("\(why), but \(given.source.name(of: given.key)) \(verb) \(name.rawValue)")
  }
}

extension ServiceName {
  /// Whether the mock creates the service's accounts.
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

  /// Whether two settings come from the same source, such as one transcript.
  fileprivate func isSamePlace(as other: SettingSource) -> Bool {
    self == other || isTranscript && other.isTranscript
  }
}
