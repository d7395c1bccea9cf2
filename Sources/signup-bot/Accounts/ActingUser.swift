import Chat
import Glibc
import SQLiteAccounts
import Synchronization

/// The user that root becomes to look after a store of theirs.
struct ActingUser: Sendable {
  let user: uid_t
  /// `nil` if the system's table of users does not have them.
  let name: String?

  private static let latch = Atomic(false)

  /// Whether root has become another user, for good.
  static var isOn: Bool { latch.load(ordering: .relaxed) }

  /// Makes a process of root's one of the owner of the store that the settings name, before anything opens the
  /// store. There is no way back, so that nothing that the owner has prepared is ever met with root's rights.
  ///
  /// - Returns: `nil` if nothing changes: the process is not root's, or the store is root's or in memory.
  static func begin(_ settings: Settings) throws -> ActingUser? {
    guard geteuid() == 0, settings.services.name == .sqlite,
      let path = settings.services.sqlitePath ?? Surroundings.storePath
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
    // In the groups that a login gives them; a user of no name has the store's alone.
    var group = owner.group
    if let name, let entry = getpwuid(user) {
      group = entry.pointee.pw_gid
      guard initgroups(name, group) == 0 else { return false }
    } else {
      guard setgroups(0, nil) == 0 else { return false }
    }
    // Root's setgid and setuid change the saved ids too, of all threads.
    guard setgid(group) == 0, setuid(user) == 0 else { return false }
    return getuid() == user && geteuid() == user && setuid(0) != 0
  }
}

extension ActingUser: CustomStringConvertible {
  var description: String { name.map { "\($0) (\(user))" } ?? "user \(user)" }
}
