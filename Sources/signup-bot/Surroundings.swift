import Accounts
import Chat
import Glibc
import Secrets
import Terminal
import Transcripts

/// The process's surroundings. The only place that reads the environment.
enum Surroundings {
  static var environment: [String: String] {
    var result: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return result
  }

  /// Whether the environment wants the restricted mode. It can't forbid it, and what is no plain no is a yes.
  static var asksForRestriction: Bool {
    let value = variable(SettingKey.restricted.environmentName)
    return value != nil && value != "false"
  }

  /// Puts another environment in the place of the one that the process was started with.
  static func replaceEnvironment(_ environment: [String: String]) {
    // The old one's memory stays the process's, and a token may stand in it.
    var entry = environ
    while let text = entry.pointee {
      memset(text, 0, strlen(text))
      entry += 1
    }
    clearenv()
    for (name, value) in environment { setenv(name, value, 1) }
  }

  /// An environment variable; nil when it is unset or empty.
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  static var forSettings: Settings.Surroundings {
    let locale = variable("LC_ALL") ?? variable("LC_MESSAGES") ?? variable("LANG") ?? "C"
    return Settings.Surroundings(
      locale: locale, freshSeed: UInt64.random(in: 0...999_999), readFile: InputFile.small)
  }

  /// What the look of the output depends on.
  static func forStyle(_ settings: Settings, isTerminal: Bool) -> Style.Surroundings {
    Style.Surroundings(
      color: settings.color, plain: settings.plain || variable("ACCESSIBLE") == "1",
      noColor: variable("NO_COLOR") != nil, ci: variable("CI") != nil, term: variable("TERM"),
      isTerminal: isTerminal)
  }

  /// Whether the command line is UTF-8. Where it is not, the words that Swift makes of it are others than were
  /// given.
  static var hasWholeArguments: Bool {
    (0..<Int(CommandLine.argc)).allSatisfy { index in
      CommandLine.unsafeArgv[index].map { String(validatingCString: $0) != nil } ?? true
    }
  }

  /// The secrets that a transcript takes from outside: a variable's value, or a file's first line.
  static let secrets: SecretMaker.Source = { secretClass in
    switch secretClass {
    case .environment(let name):
      // As bytes: text would repair what is not UTF-8.
      guard let value = getenv(name), value.pointee != 0 else { return nil }
      return Secret(copying: UnsafeRawBufferPointer(start: value, count: strlen(value)))
    case .file(let path):
      guard case .success(let descriptor) = InputFile.open(path) else { return nil }
      defer { close(descriptor) }
      let line = try? LineReader(descriptor: descriptor, name: path).next()
      if case .bytes(let secret)? = line { return secret }
      return nil
    case .strong, .lower, .upper, .digit, .mixed, .words, .unicode, .common, .username,
      .like:
      return nil
    }
  }

  /// Where accounts are kept, unless another file is named; nil where the environment names no place. The
  /// XDG base directory specification has $HOME/.local/share in place of an unset or relative variable.
  static var storePath: String? {
    let named = variable("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = named ?? variable("HOME").map { $0 + "/.local/share" }
    return folder.map { $0 + "/signup-bot/accounts.sqlite" }
  }

  /// The same place as seen from the root.
  static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  /// Where it is kept who signed in; nil where the environment names no place.
  static var statePath: String? { stateFolder.map { $0 + "/session.json" } }

  /// Where failures to sign in are counted, for services that don't count them.
  static var failuresPath: String? { stateFolder.map { $0 + "/failures.sqlite" } }

  private static var stateFolder: String? {
    let named = variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = named ?? variable("HOME").map { $0 + "/.local/state" }
    return folder.map { $0 + "/signup-bot" }
  }

  /// Whether the system's table of users has a name.
  static let hasUser: @Sendable (String) -> Bool = { name in
    var entry = passwd()
    var buffer = [CChar](repeating: 0, count: 16_384)
    var found: UnsafeMutablePointer<passwd>?
    return getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0 && found != nil
  }

  /// Whether the environment says that the person comes from elsewhere.
  static var hasConnection: Bool { connectionNames.contains { getenv($0) != nil } }

  /// Forgets what the environment says of that: it is not sshd that says so.
  static func forgetConnection() {
    for name in connectionNames { unsetenv(name) }
  }

  /// Keeps the TLS library from writing the keys of connections to a file, with which a recording of what was sent, passwords
  /// and tokens among it, can be read. Nothing may have been loaded before.
  static func forgetKeyLog() { unsetenv("SSLKEYLOGFILE") }

  private static let connectionNames = ["SSH_CONNECTION", "SSH_CLIENT"]

  /// Where the person is who talks: the address that sshd names, or this machine. Of an IPv6 address, the
  /// half that is its network's (RFC 4291, 2.5.4), as a household has all of the other half.
  static var machine: String {
    let address = variable("SSH_CONNECTION")?.prefix { $0 != " " }
    return address.flatMap { network(of: String($0)) } ?? "here"
  }

  private static func network(of address: String) -> String? {
    var four = in_addr()
    // Who is on this machine can choose among 16 million addresses of its own.
    func isHere(_ four: String) -> Bool { four.hasPrefix("127.") }
    if address == "::1" { return nil }
    if inet_pton(AF_INET, address, &four) == 1 { return isHere(address) ? nil : address }
    var six = in6_addr()
    // Of a local address, only what stands before the interface.
    let number = address.prefix { $0 != "%" }
    guard inet_pton(AF_INET6, String(number), &six) == 1 else { return nil }
    return withUnsafeBytes(of: six) { bytes in
      let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF
      // An IPv4 address in IPv6's clothes is itself.
      if isMapped {
        let four = bytes.suffix(4).map(String.init).joined(separator: ".")
        return isHere(four) ? nil : four
      }
      return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
  }

  /// The SCIM provider's bearer token, which then stands in the environment no more: programs that are
  /// started from here have no use for it. Nil where there is none.
  static let scimToken: Secret? = {
    guard let value = getenv("SIGNUP_BOT_SCIM_TOKEN"), value.pointee != 0 else { return nil }
    let bytes = UnsafeMutableRawBufferPointer(start: value, count: strlen(value))
    let token = Secret(copying: UnsafeRawBufferPointer(bytes))
    memset(value, 0, bytes.count)
    unsetenv("SIGNUP_BOT_SCIM_TOKEN")
    return token
  }()
}
