import Accounts
import Chat
import Glibc
import Runtime

/// Checks whether the operator has set up this machine for strangers as `RestrictedMode.md`
/// describes. It changes nothing.
struct RestrictedCheckup {
  /// The settings to check; `nil` if the operator's file can't be used.
  let settings: Settings?
  /// The users whose login shell is this program.
  private let users = Self.usersWithThisShell

  /// An entry of the system's user database.
  struct User {
    let name: String
    let id: uid_t
    /// The group at login.
    let group: gid_t
    let home: String
    let shell: String
  }

  var findings: [Finding] {
    var findings: [Finding] = []
    if let settings { findings.append(Self.serviceFinding(settings)) }
    findings += shellFindings
    for user in users {
      findings += [homeFinding(user), loginMessageFinding(user)]
      if let settings {
        findings += [Self.storeFinding(settings, user)].compactMap(\.self)
        findings += NamedFilesCheckup(settings: settings, user: user).findings
      }
      findings += SSHServerCheckup(user: user.name).findings
    }
    return findings
  }

  /// Checks whether the operator's file can be used, whatever its content.
  static func configurationFinding() -> Finding {
    let subject = "configuration"
    let path = Settings.systemFile
    do throws(SettingError) {
      guard try OperatorsFile(path: path).bytes() != nil else {
        return Finding(
          .error, subject, "\(path) does not exist",
          advice:
            "create it, with contents such as {\"accounts\": \"sqlite\", \"sqlite-path\": \"/var/lib/…\"}"
        )
      }
      if let place = OperatorsFile(path: path).closedPlace {
        return Finding(
          .error, subject, "only root can open \(place), so the program refuses every stranger",
          advice: "let others read the file and enter its folders: chmod o+rX \(place)")
      }
      return Finding(.ok, subject, "\(path) is used, and only root can change it")
    } catch {
      return Finding(
        .error, subject, "\(path) \(error.why)",
        advice:
          "make the file and its folders writable only by root (chown root, chmod go-w), without links"
      )
    }
  }

  /// The mock is an error here because it creates no accounts.
  private static func serviceFinding(_ settings: Settings) -> Finding {
    let name = settings.services.name
    if name != .mock { return Finding(.ok, "service", name.rawValue) }
    return Finding(
      .error, "service", "no service is named, or only the mock, which keeps no accounts",
      advice: "name one in \(Settings.systemFile), such as \"accounts\": \"sqlite\"")
  }

  // MARK: - The login shell

  private static var usersWithThisShell: [User] {
    var users: [User] = []
    setpwent()
    defer { endpwent() }
    while let entry = getpwent() {
      guard let path = entry.pointee.pw_shell, Start.isThisProgram(path) else { continue }
      users.append(
        User(
          name: String(cString: entry.pointee.pw_name), id: entry.pointee.pw_uid,
          group: entry.pointee.pw_gid,
          home: String(cString: entry.pointee.pw_dir), shell: String(cString: path)))
    }
    return users
  }

  private var shellFindings: [Finding] {
    guard !users.isEmpty else {
      return [
        Finding(
          .error, "login shell", "this program is not the login shell of any user",
          advice:
            "run the installed program's doctor, and make the program a user's shell: usermod --shell"
        )
      ]
    }
    return users.map { user in
      let detail = "\(user.name) has \(user.shell)"
      if Self.listedShells.contains(user.shell) {
        return Finding(
          .error, "login shell", detail + ", which is in /etc/shells, so any user can choose it",
          advice: "remove \(user.shell) from /etc/shells")
      }
      return Finding(.ok, "login shell", detail)
    }
  }

  private static var listedShells: [String] {
    let text = String(decoding: InputFile.small("/etc/shells") ?? [], as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  // MARK: - The home

  private func homeFinding(_ user: User) -> Finding {
    var status = stat()
    guard stat(user.home, &status) == 0 else {
      return Finding(
        .error, "home", "\(user.home) of \(user.name) does not exist",
        advice: "create it: install -d -o root -m 755 \(user.home)")
    }
    if status.st_uid == 0, status.st_mode & 0o022 == 0 {
      return Finding(.ok, "home", "only root can change \(user.home)")
    }
    return Finding(
      .warning, "home", "users other than root can change \(user.home)",
      advice: "run chown root and chmod 755 on it: files in it take effect at login")
  }

  private func loginMessageFinding(_ user: User) -> Finding {
    let path = user.home + "/.hushlogin"
    if access(path, F_OK) == 0 { return Finding(.ok, "login message", "\(path) exists") }
    return Finding(
      .error, "login message",
      "\(path) is missing, so \"Last login\" shows each stranger the address of the previous one",
      advice: "touch \(path)")
  }

  // MARK: - The store

  /// Checks the folder of the store; `nil` if the accounts are not in a store on this machine.
  private static func storeFinding(_ settings: Settings, _ user: User) -> Finding? {
    guard settings.services.name == .sqlite else { return nil }
    let subject = "store's folder"
    guard let path = settings.services.sqlitePath, path.hasPrefix("/") else {
      return Finding(
        .error, subject, "the path of the store is not absolute",
        advice: "name the store in \(Settings.systemFile): \"sqlite-path\"")
    }
    let folder = Path.folder(of: path)
    let advice = "make it private to that user: install -d -o \(user.name) -m 700 \(folder)"
    var status = stat()
    guard stat(folder, &status) == 0 else {
      return Finding(.error, subject, "\(folder) does not exist", advice: advice)
    }
    guard status.st_uid == user.id else {
      return Finding(
        .error, subject, "\(folder) belongs to user \(status.st_uid) instead of \(user.name)",
        advice: advice)
    }
    if status.st_mode & 0o077 == 0 {
      return Finding(.ok, subject, "\(folder) is private to \(user.name)")
    }
    return Finding(.warning, subject, "other users have access to \(folder)", advice: advice)
  }
}
