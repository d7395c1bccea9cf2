import Accounts
import Chat
import Conversation
import SQLiteAccounts
import Secrets

/// Remembers who signed in on this machine, if they agreed, for the service that the settings name.
struct Memory: SignInMemory {
  let settings: Settings
  /// Whether to offer the remembered username as the answer. A script's questions must not depend on
  /// it.
  let offersUsername: Bool

  /// What can be remembered of a sign-in. In the restricted mode, nothing: each stranger would
  /// learn who was there before.
  var kind: ConversationOptions.Remembering {
    if settings.restricted { return .nothing }
    return switch settings.services.name {
    case .mock: .pretended
    case .sqlite: settings.services.sqlitePath == ServiceSettings.inMemory ? .pretended : .session
    case .github, .scim: .name
    }
  }

  /// The location of the service's accounts.
  private var place: String {
    switch settings.services.name {
    case .mock: ""
    // The path must be valid from any working directory later.
    case .sqlite:
      Environment.absolute(settings.services.sqlitePath ?? Environment.storePath ?? "")
    case .github: settings.services.githubURL
    case .scim: settings.services.scimURL ?? ""
    }
  }

  /// The username to offer as the answer; `nil` if there is none, or if the file is damaged.
  var username: Username? {
    guard offersUsername, kind == .session || kind == .name,
      let known = try? RememberedFile()?.read(),
      known.service == settings.services.name.rawValue, known.place == place,
      Secret(known.username).withUTF8Text({ MalformedInput.find(in: $0) }) == nil
    else { return nil }
    return Username(known.username)
  }

  /// Remembers a user who has just signed in. Returns whether that succeeded.
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

  /// Ends the session that a new one replaces, because its token is about to be lost.
  private static func endSession(
    in known: Remembered?, of store: SQLiteAccounts, at place: String
  ) async {
    guard let known, known.service == ServiceName.sqlite.rawValue, known.place == place,
      let token = known.token.flatMap(SessionToken.init)
    else { return }
    try? await store.endSession(of: token)
  }
}
