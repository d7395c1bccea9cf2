import Accounts
import Chat
import Glibc
import Runtime

/// Checks whether the operator has set up this machine for strangers as `README.md` describes. It
/// changes nothing.
struct RestrictedCheckup {
  /// The users whose login shell is this program.
  private let users: [User]
  /// The settings to check; `nil` if the operator's file can't be used.
  private let settings: Settings?

  /// An entry of the system's user database.
  struct User {
    let name: String
    let id: uid_t
    let home: String
    let shell: String
  }

  init(_ settings: Settings?) {
    self.settings = settings
    users = Self.usersWithThisShell
  }

  var findings: [Finding] {
    var findings: [Finding] = []
    if let settings { findings.append(Self.serviceFinding(settings)) }
    findings += shellFindings
    for user in users {
      findings += [homeFinding(user), loginMessageFinding(user)]
      findings += settings.flatMap { Self.storeFinding($0, user) }.map { [$0] } ?? []
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
          advice: "make it, such as {\"accounts\": \"sqlite\", \"sqlite-path\": \"/var/lib/…\"}")
      }
      return Finding(.ok, subject, "\(path) is root's alone, and is read")
    } catch {
      return Finding(
        .error, subject, "\(path) \(error.why)",
        advice: "let the file and its folders be root's alone: chown root, chmod go-w, and no links"
      )
    }
  }

  /// The mock is an error here because it creates no accounts.
  private static func serviceFinding(_ settings: Settings) -> Finding {
    let name = settings.services.name
    if name != .mock { return Finding(.ok, "service", name.rawValue) }
    return Finding(
      .error, "service", "none is named, or the mock, which makes no accounts",
      advice: "name one in \(Settings.systemFile), such as \"accounts\": \"sqlite\"")
  }

  // MARK: - The login shell

  private static var usersWithThisShell: [User] {
    var program = stat()
    guard stat("/proc/self/exe", &program) == 0 else { return [] }
    var users: [User] = []
    setpwent()
    defer { endpwent() }
    while let entry = getpwent() {
      var shell = stat()
      guard let path = entry.pointee.pw_shell, stat(path, &shell) == 0,
        shell.st_dev == program.st_dev, shell.st_ino == program.st_ino
      else { continue }
      users.append(
        User(
          name: String(cString: entry.pointee.pw_name), id: entry.pointee.pw_uid,
          home: String(cString: entry.pointee.pw_dir), shell: String(cString: path)))
    }
    return users
  }

  private var shellFindings: [Finding] {
    guard !users.isEmpty else {
      return [
        Finding(
          .error, "login shell", "no user has this program as the login shell",
          advice: "run the doctor of the installed program, and give it to a user: usermod --shell")
      ]
    }
    return users.map { user in
      let detail = "\(user.name) has \(user.shell)"
      if Self.listedShells.contains(user.shell) {
        return Finding(
          .error, "login shell", detail + ", which /etc/shells lists, so that others can choose it",
          advice: "take \(user.shell) out of /etc/shells")
      }
      return Finding(.ok, "login shell", detail)
    }
  }

  private static var listedShells: [String] {
    let text =
      InputFile.small("/etc/shells").map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  // MARK: - The home

  private func homeFinding(_ user: User) -> Finding {
    var status = stat()
    guard stat(user.home, &status) == 0 else {
      return Finding(
        .error, "home", "\(user.home) of \(user.name) does not exist",
        advice: "make it: install -d -o root -m 755 \(user.home)")
    }
    if status.st_uid == 0, status.st_mode & 0o022 == 0 {
      return Finding(.ok, "home", "\(user.home) is root's alone")
    }
    return Finding(
      .warning, "home", "\(user.home) may be written by others than root",
      advice: "let it be root's (chown root, chmod 755): what stands there takes effect at a login")
  }

  private func loginMessageFinding(_ user: User) -> Finding {
    let path = user.home + "/.hushlogin"
    if access(path, F_OK) == 0 { return Finding(.ok, "login message", "\(path) is there") }
    return Finding(
      .error, "login message",
      "\(path) is missing, so that \"Last login\" shows each stranger the last one's address",
      advice: "touch \(path)")
  }

  // MARK: - The store

  /// Checks the folder of the store; `nil` if the accounts are not in a store on this machine.
  private static func storeFinding(_ settings: Settings, _ user: User) -> Finding? {
    guard settings.services.name == .sqlite else { return nil }
    let subject = "store's folder"
    guard let path = settings.services.sqlitePath, path.hasPrefix("/") else {
      return Finding(
        .error, subject, "no absolute path is given",
        advice: "name the store in \(Settings.systemFile): \"sqlite-path\"")
    }
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let advice = "let it be theirs alone: install -d -o \(user.name) -m 700 \(folder)"
    var status = stat()
    guard stat(folder, &status) == 0 else {
      return Finding(.error, subject, "\(folder) does not exist", advice: advice)
    }
    guard status.st_uid == user.id else {
      return Finding(
        .error, subject, "\(folder) belongs to user \(status.st_uid), and not to \(user.name)",
        advice: advice)
    }
    if status.st_mode & 0o077 == 0 {
      return Finding(.ok, subject, "\(folder) belongs to \(user.name) alone")
    }
    return Finding(.warning, subject, "others may use \(folder)", advice: advice)
  }
}
