import Glibc

/// What files' owners, groups and modes allow some users. `access` can't tell: it asks for the user
/// who runs the program, and nothing is closed to root.
struct Permissions {
  /// Returns the permissions for a file with this status, as the lowest three bits: 4 to read, 2 to
  /// write, 1 to enter.
  let bits: (stat) -> mode_t

  static let read: mode_t = 4
  static let enter: mode_t = 1
  /// To create and rename files in a folder.
  static let fill: mode_t = 3

  init(_ bits: @escaping (stat) -> mode_t) {
    self.bits = bits
  }

  /// The permissions that a user has after login.
  init(of name: String, id: uid_t, group: gid_t) {
    var count: CInt = 256
    var groups = [gid_t](repeating: group, count: Int(count))
    if getgrouplist(name, group, &groups, &count) < 0 { count = CInt(groups.count) }
    let members = Set(groups.prefix(Int(count)))
    self.init { status in
      if id == 0 { return 0o7 }
      if status.st_uid == id { return status.st_mode >> 6 }
      return members.contains(status.st_gid) ? status.st_mode >> 3 : status.st_mode
    }
  }

  /// Returns the file, or the first folder on its path, that lacks a permission; `nil` if there is
  /// none. Missing files lack nothing.
  ///
  /// - Parameter needed: the permissions that the file itself must have. Its folders must allow
  ///   entering them.
  func closedPlace(on path: String, needing needed: mode_t) -> String? {
    let parts = path.split(separator: "/").map(String.init)
    return parts.indices.lazy.map { "/" + parts[...$0].joined(separator: "/") }.first { place in
      var status = stat()
      let needed = place == path ? needed : Self.enter
      return stat(place, &status) == 0 && bits(status) & needed != needed
    }
  }
}
