import Accounts
import Chat
import Conversation
import SQLiteAccounts
import Secrets

/// Who signed in on this machine and wanted to be remembered, for the service that the settings name.
struct Memory: SignInMemory {
  private let settings: Settings
  private let offersUsername: Bool

  /// - Parameter offersUsername: whether somebody who was here before is offered as the answer. In a script the
  ///   questions must not depend on that.
  init(_ settings: Settings, offersUsername: Bool) {
    self.settings = settings
    self.offersUsername = offersUsername
  }

  /// What can be kept of a sign-in. Where strangers come one after the other, each would be told who was there
  /// before.
  var kind: Terms.Remembering {
    if settings.restricted { return .nothing }
    return switch settings.services.name {
    case .mock: .pretended
    case .sqlite: settings.services.sqlitePath == ServiceSettings.inMemory ? .pretended : .session
    case .github, .scim: .name
    }
  }

  /// Where the service keeps accounts.
  private var place: String {
    switch settings.services.name {
    case .mock: ""
    // Asked for from any folder later.
    case .sqlite:
      Surroundings.absolute(settings.services.sqlitePath ?? Surroundings.storePath ?? "")
    case .github: settings.services.githubURL
    case .scim: settings.services.scimURL ?? ""
    }
  }

  /// Who is to be offered as the answer; nil for nobody. What is damaged is nobody's.
  var username: Username? {
    guard offersUsername, kind == .session || kind == .name,
      let known = try? RememberedFile()?.read(),
      known.service == settings.services.name.rawValue, known.place == place,
      Secret(known.username).withUTF8Text({ MalformedInput.find(in: $0) }) == nil
    else { return nil }
    return Username(known.username)
  }

  /// Keeps somebody who has just signed in; false where that fails.
  func keep(_ username: Username, signedInTo accounts: any AccountService) async -> Bool {
    if kind == .pretended { return true }
    guard let file = RememberedFile() else { return false }
    var remembered = Remembered(
      service: settings.services.name.rawValue, place: place, username: username.text, token: nil)
    do {
      if let store = accounts as? SQLiteAccounts {
        await Self.endSession(in: try? file.read(isToEnd: true), of: store, at: place)
        guard let (token, session) = try await store.beginSession(of: username) else {
          return false
        }
        remembered.username = session.username.text
        remembered.token = token.secret
      }
      try file.write(remembered)
      return true
    } catch {
      return false
    }
  }

  /// A session that another one takes the place of is ended: nobody has its token any more.
  private static func endSession(
    in known: Remembered?, of store: SQLiteAccounts, at place: String
  ) async {
    guard let known, known.service == ServiceName.sqlite.rawValue, known.place == place,
      let token = known.token.flatMap(SessionToken.init)
    else { return }
    try? await store.endSession(of: token)
  }
}
