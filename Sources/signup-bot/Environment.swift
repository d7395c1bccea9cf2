import Accounts
import Chat
import Glibc
import Runtime
import Secrets
import Terminal
import Transcripts

/// The environment of the process: its variables, its command line, and the system's users.
enum Environment {
  static var environment: [String: String] {
    var result: [String: String] = [:]
    for entry in entries {
      let parts = String(cString: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
    }
    return result
  }

  /// The environment as unmodified bytes.
  static var entries: [UnsafeMutablePointer<CChar>] {
    var (result, next) = ([UnsafeMutablePointer<CChar>](), environ)
    while let entry = next.pointee {
      result.append(entry)
      next += 1
    }
    return result
  }

  /// Whether the environment requests the restricted mode. It can't turn the mode off, and any
  /// value except `false` turns it on.
  static var asksForRestriction: Bool {
    let value = variable(SettingKey.restricted.environmentName)
    return value != nil && value != "false"
  }

  /// Replaces the environment with which the process was started.
  static func replaceEnvironment(_ environment: [String: String]) {
    // The old environment stays in the process's memory, and may contain a token.
    for entry in entries { memset(entry, 0, strlen(entry)) }
    clearenv()
    for (name, value) in environment { setenv(name, value, 1) }
  }

  /// Returns an environment variable; `nil` if it is unset or empty.
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  static var forSettings: Settings.Context {
    let locale = variable("LC_ALL") ?? variable("LC_MESSAGES") ?? variable("LANG") ?? "C"
    return Settings.Context(
      locale: locale, freshSeed: UInt64.random(in: 0...999_999), readFile: InputFile.small)
  }

  static func style(_ settings: Settings, isTerminal: Bool) -> Style {
    Style(
      color: settings.color, plain: settings.plain || variable("ACCESSIBLE") == "1",
      noColor: variable("NO_COLOR") != nil, ci: variable("CI") != nil, term: variable("TERM"),
      isTerminal: isTerminal, colours: variable("TERM").flatMap(terminalColours),
      hasLinks: hasHyperlinks(variable))
  }

  /// Whether the command line is valid UTF-8. If it is not, Swift's strings differ from the
  /// arguments that were given.
  static var hasWholeArguments: Bool {
    (0..<Int(CommandLine.argc)).allSatisfy { index in
      CommandLine.unsafeArgv[index].map { String(validatingCString: $0) != nil } ?? true
    }
  }

  /// Returns a secret that a transcript takes from outside: a variable's value, or a file's first
  /// line.
  static let secrets: SecretMaker.Source = { secretClass in
    switch secretClass {
    case .environment(let name):
      // Copy the bytes, because a `String` would repair invalid UTF-8.
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

  /// The default path of the store; `nil` if neither `XDG_DATA_HOME` nor `HOME` is set.
  static var storePath: String? {
    path("accounts.sqlite", in: "XDG_DATA_HOME", else: ".local/share")
  }

  /// The path of the user's configuration file; `nil` if neither `XDG_CONFIG_HOME` nor `HOME` is
  /// set.
  static var ownConfigurationPath: String? {
    path("config.json", in: "XDG_CONFIG_HOME", else: ".config")
  }

  /// The path of the file that remembers who signed in; `nil` if neither `XDG_STATE_HOME` nor
  /// `HOME` is set.
  static var statePath: String? { path("session.json", in: "XDG_STATE_HOME", else: ".local/state") }

  /// The path of the file that counts failed sign-ins, for services that don't count them; `nil` if
  /// neither `XDG_STATE_HOME` nor `HOME` is set.
  static var failuresPath: String? {
    path("failures.sqlite", in: "XDG_STATE_HOME", else: ".local/state")
  }

  /// According to the XDG base directory specification, a folder below `HOME` replaces a variable
  /// that is unset or relative.
  private static func path(_ file: String, in name: String, else usual: String) -> String? {
    let named = variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = named ?? variable("HOME").map { $0 + "/" + usual }
    return folder.map { $0 + "/signup-bot/" + file }
  }

  /// Returns an absolute path for the same file.
  static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  /// Returns whether a username is in the system's user database.
  static let hasUser: @Sendable (String) -> Bool = { name in
    var entry = passwd()
    var buffer = [CChar](repeating: 0, count: 16_384)
    var found: UnsafeMutablePointer<passwd>?
    return getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0 && found != nil
  }

  /// Whether the environment says that the user is connected remotely.
  static var hasConnection: Bool { connectionNames.contains { getenv($0) != nil } }

  /// Removes the variables of the remote connection from the environment, for when they don't come
  /// from sshd.
  static func forgetConnection() {
    for name in connectionNames { unsetenv(name) }
  }

  /// Prevents the TLS library from writing the keys of connections to a file. With these keys,
  /// recorded traffic can be decrypted, including passwords and tokens. Must be called before any
  /// library is loaded.
  static func forgetKeyLog() { unsetenv("SSLKEYLOGFILE") }

  private static let connectionNames = ["SSH_CONNECTION", "SSH_CLIENT"]

  /// The origin of the user: the remote address according to sshd, or this machine. An IPv6 address
  /// is reduced to its network half (RFC 4291, 2.5.4), because a household has all addresses of the
  /// other half.
  static var machine: String {
    let address = variable("SSH_CONNECTION")?.prefix { $0 != " " }
    return address.flatMap { network(of: String($0)) } ?? "here"
  }

  private static func network(of address: String) -> String? {
    var four = in_addr()
    // A user of this machine can choose among 16 million loopback addresses.
    func isHere(_ four: String) -> Bool { four.hasPrefix("127.") }
    if address == "::1" { return nil }
    if inet_pton(AF_INET, address, &four) == 1 { return isHere(address) ? nil : address }
    var six = in6_addr()
    // Remove the interface from a link-local address.
    let number = address.prefix { $0 != "%" }
    guard inet_pton(AF_INET6, String(number), &six) == 1 else { return nil }
    return withUnsafeBytes(of: six) { bytes in
      let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF
      // Treat an IPv4-mapped address as the IPv4 address.
      if isMapped {
        let four = bytes.suffix(4).map(String.init).joined(separator: ".")
        return isHere(four) ? nil : four
      }
      return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
  }

  /// The SCIM provider's bearer token; `nil` if there is none. Reading it removes it from the
  /// environment, because programs that are started from here don't need it.
  static let scimToken: Secret? = {
    guard let value = getenv("SIGNUP_BOT_SCIM_TOKEN"), value.pointee != 0 else { return nil }
    let bytes = UnsafeMutableRawBufferPointer(start: value, count: strlen(value))
    let token = Secret(copying: UnsafeRawBufferPointer(bytes))
    memset(value, 0, bytes.count)
    unsetenv("SIGNUP_BOT_SCIM_TOKEN")
    return token
  }()
}
