import Chat
import Glibc
import SQLiteAccounts
import Synchronization

/// The user whose identity root assumes to administer that user's store.
struct ActingUser: Sendable {
  let user: uid_t
  /// The user's name; `nil` if the system's user database has no entry.
  let name: String?

  private static let latch = Atomic(false)

  /// Whether root has irrevocably become another user.
  static var isOn: Bool { latch.load(ordering: .relaxed) }

  /// Turns a root process into one of the owner of the store that the settings name, before
  /// anything opens the store. This can't be undone, so that anything that the owner has prepared
  /// is never accessed with root's privileges.
  ///
  /// - Returns: `nil` if nothing changes, because the process does not run as root, or because the
  ///   store is root's or in memory.
  static func begin(_ settings: Settings) throws -> ActingUser? {
    guard geteuid() == 0, settings.services.name == .sqlite,
      let path = settings.services.sqlitePath ?? Environment.storePath
    else { return nil }
    let owner: StoreOwner?
    do {
      owner = try StoreOwner(ofStoreAt: path)
    } catch {
      throw settings.error(.sqlitePath, error.description, isFileUnusable: true)
    }
    guard let owner, owner.user != 0 else { return nil }
    let acting = ActingUser(owner)
    guard acting.becomeFor(owner) else {
      let why = String(cString: strerror(errno))
      throw settings.error(
        .sqlitePath, "\(path): can't act as its owner, \(acting): \(why)", isFileUnusable: true)
    }
    latch.store(true, ordering: .relaxed)
    return acting
  }

  private init(_ owner: StoreOwner) {
    user = owner.user
    name = getpwuid(owner.user).map { String(cString: $0.pointee.pw_name) }
  }

  private func becomeFor(_ owner: StoreOwner) -> Bool {
    // Use the groups that the user gets at login. A user without an entry gets only the store's
    // group.
    var group = owner.group
    if let name, let entry = getpwuid(user) {
      group = entry.pointee.pw_gid
      guard initgroups(name, group) == 0 else { return false }
    } else {
      guard setgroups(0, nil) == 0 else { return false }
    }
    // For root, `setgid` and `setuid` also change the saved ids, and those of all threads.
    guard setgid(group) == 0, setuid(user) == 0 else { return false }
    return getuid() == user && geteuid() == user && setuid(0) != 0
  }
}

extension ActingUser: CustomStringConvertible {
  var description: String { name.map { "\($0) (\(user))" } ?? "user \(user)" }
}
