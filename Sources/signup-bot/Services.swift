import Accounts
import Chat
import Conversation
import GitHubAccounts
import Glibc
import HTTP
import Runtime
import SCIMAccounts
import SQLiteAccounts
import Secrets
import Synchronization
import Transcripts

/// Creates the services. Conversations share what they can, such as an open store.
final class Services: Sendable {
  static let shared = Services()

  private struct State {
    var store: (path: String, timeout: Duration, reserves: Bool, accounts: SQLiteAccounts)?
    var exchange: CurlExchange?
    var scim: (key: SCIMKey, accounts: SCIMAccounts)?
  }

  /// The settings on which the SCIM service depends.
  private struct SCIMKey: Equatable {
    let services: ServiceSettings
    let timeout: Duration
    let questions: [FormQuestion]
  }

  private let state = Mutex(State())

  /// Creates the service that the settings name, for a conversation.
  func make(
    _ settings: Settings, _ clock: any Clock<Duration>
  ) throws -> any AccountService {
    // A sign-in asks none of the operator's own questions.
    let isSignUp = settings.flow == .signUp
    if isSignUp { try settings.checkPlacesForAnswers() }
    return try service(settings, clock, questions: isSignUp ? settings.policy.questions : [])
  }

  /// Creates the service that the settings name, for the administration of its accounts; `nil` if it
  /// has no such operations. The answers that it does not keep don't matter.
  func directory(
    _ settings: Settings, _ clock: any Clock<Duration>
  ) throws -> (any AccountDirectory)? {
    try service(settings, clock, questions: settings.policy.questions) as? any AccountDirectory
  }

  /// - Parameter questions: those whose answers are kept.
  private func service(
    _ settings: Settings, _ clock: any Clock<Duration>, questions: [FormQuestion]
  ) throws -> any AccountService {
    switch settings.services.name {
    case .mock: return settings.mock(clock)
    case .sqlite: return try store(settings, clock)
    case .github: return github(settings, clock)
    case .scim: return try scim(settings, clock, questions)
    }
  }

  /// Closes the store, which leaves it as a single file that can be copied.
  func close(in time: any Time) {
    guard let store = state.withLock({ $0.store?.accounts }) else { return }
    time.run { await store.close() }
  }

  /// Creates services for virtual time, in which only services that are in memory and answer at
  /// once can be used.
  static let forReplay: Settings.ServiceMaker = { settings, clock in
    switch settings.services.name {
    case .mock: return settings.mock(clock)
    case .sqlite where settings.services.sqlitePath == ServiceSettings.inMemory:
      // A store that is discarded needs no expensive hashes, and virtual time no other thread.
      return try open(ServiceSettings.inMemory, settings, clock, cost: .least, runsInline: true)
    case .sqlite, .github, .scim:
      throw settings.error(
        .accounts, "can be replayed as mock, or as sqlite with \"@ sqlite-path :memory:\"")
    }
  }
}

// MARK: - The store

extension Services {
  private func store(
    _ settings: Settings, _ clock: any Clock<Duration>
  ) throws -> any AccountService {
    guard let path = settings.services.sqlitePath ?? Environment.storePath else {
      throw settings.error(
        .sqlitePath,
        "must be given, because neither XDG_DATA_HOME nor HOME is set")
    }
    if path == ServiceSettings.inMemory { return try Self.open(path, settings, clock) }
    if settings.flow == .signIn, access(path, F_OK) != 0, errno == ENOENT {
      throw settings.error(
        .sqlitePath, "\(path): there is no store yet, so no one can sign in",
        isFileUnusable: true)
    }
    // Names are not reserved at sign-in, because an account may be older than the machine's user of
    // the same name.
    let reserves = settings.flow == .signUp && settings.policy.reservesNames
    if let open = state.withLock({ $0.store }), open.path == path,
      open.timeout == settings.timeout, open.reserves == reserves
    {
      return open.accounts
    }
    let isReserved: @Sendable (String) -> Bool = { reserves && Environment.hasUser($0) }
    let accounts = try Self.open(
      path, settings, clock, machine: Environment.machine, isReserved: isReserved)
    state.withLock { $0.store = (path, settings.timeout, reserves, accounts) }
    return accounts
  }

  private static func open(
    _ path: String, _ settings: Settings, _ clock: any Clock<Duration>, cost: HashCost = .usual,
    runsInline: Bool = false, machine: String? = nil,
    isReserved: @escaping @Sendable (String) -> Bool = { _ in false }
  ) throws -> SQLiteAccounts {
    do {
      return try SQLiteAccounts(
        path: path, timeout: settings.timeout, cost: cost, runsInline: runsInline,
        machine: machine, isReserved: isReserved, clock: clock, now: { Int64(time(nil)) })
    } catch {
      throw settings.error(.sqlitePath, error.description, isFileUnusable: true)
    }
  }
}

// MARK: - Servers

extension Services {
  private func exchange(
    _ settings: Settings, _ clock: any Clock<Duration>
  ) -> any HTTPExchange {
    state.withLock { state in
      if let exchange = state.exchange { return exchange }
      let exchange = CurlExchange(
        environment: Environment.environment, clock: clock,
        connectTimeout: min(settings.timeout, .seconds(10)))
      state.exchange = exchange
      return exchange
    }
  }

  private func github(
    _ settings: Settings, _ clock: any Clock<Duration>
  ) -> any AccountService {
    let services = settings.services
    return GitHubAccounts(
      exchange: exchange(settings, clock), url: services.githubURL,
      apiURL: services.githubAPIURL,
      signInCall: services.githubSignIn == .user ? .user : .authorizations,
      signUps: MockAccounts(world: settings.world, identity: .caseless, clock: clock),
      timeout: settings.timeout)
  }

  /// Creates the SCIM service. Conversations share what is known about the provider, but not what
  /// another conversation did.
  private func scim(
    _ settings: Settings, _ clock: any Clock<Duration>, _ questions: [FormQuestion]
  ) throws -> any AccountService {
    let key = SCIMKey(
      services: settings.services, timeout: settings.timeout, questions: questions)
    if let known = state.withLock({ $0.scim }), known.key == key {
      return known.accounts.forNewConversation()
    }
    guard let url = settings.services.scimURL else {
      throw settings.error(.scimURL, "must be given for --accounts scim")
    }
    let accounts = SCIMAccounts(
      exchange: exchange(settings, clock), url: url, token: try token(settings),
      attributes: try settings.scimAttributes(for: questions),
      failures: Self.failures(at: url, settings),
      timeout: settings.timeout, clock: clock)
    state.withLock { $0.scim = (key, accounts) }
    return accounts.forNewConversation()
  }

  /// Returns the counter of failed sign-ins. If its file can't be used, the failures are counted in
  /// memory, until the program ends.
  private static func failures(at place: String, _ settings: Settings) -> SQLiteFailures? {
    let paths = [Environment.failuresPath, ServiceSettings.inMemory].compactMap(\.self)
    return paths.lazy.compactMap { path in
      try? SQLiteFailures(
        path: path, place: place, machine: Environment.machine,
        timeout: settings.timeout, now: { Int64(time(nil)) })
    }.first
  }

  /// Returns the bearer token; `nil` if requests contain none.
  private func token(_ settings: Settings) throws -> Secret? {
    let file = settings.services.scimTokenFile
    let secret = file.map { Environment.secrets(.file($0)) } ?? Environment.scimToken
    if let file, secret?.isEmpty ?? true {
      throw settings.error(
        .scimTokenFile, "\(file) can't be read, or its first line is empty", isFileUnusable: true)
    }
    let canBeSent = secret?.withBytes { $0.allSatisfy { (0x21...0x7E).contains($0) } } ?? true
    guard canBeSent else {
      let place = file ?? "SIGNUP_BOT_SCIM_TOKEN"
      throw settings.error(
        .scimTokenFile, "\(place): a token must consist of ASCII characters without spaces",
        isFileUnusable: true)
    }
    return secret
  }
}
