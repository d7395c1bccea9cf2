import Accounts
import Chat
import Synchronization

/// The one place where services are chosen.
final class Services: Sendable {
  static let shared = Services()

  /// Makes the service that the settings name. What can be shared by many conversations, is.
  @Sendable func make(
    _ settings: Settings, _ clock: any Clock<Duration>
  ) throws -> any AccountService {
    switch settings.services.name {
    case .mock: settings.mock(clock)
    case .github, .sqlite, .scim:
      throw settings.error(.accounts, "must be mock; no other is built in yet")
    }
  }

  /// For virtual time: only what is in memory answers in it.
  static let forReplay: Settings.ServiceMaker = { settings, clock in
    switch settings.services.name {
    case .mock: settings.mock(clock)
    case .github, .sqlite, .scim:
      throw settings.error(.accounts, "must be mock; no other can be replayed yet")
    }
  }
}
