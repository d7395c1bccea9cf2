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
      locale: locale, freshSeed: UInt64.random(in: 0...999_999), readFile: readFile)
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

  /// A file's bytes, of 1 MiB at the most; nil when it can't be read whole.
  static let readFile: @Sendable (String) -> [UInt8]? = { path in
    try? contents(of: path, upTo: 1 << 20).get()
  }

  /// A transcript's bytes; 1 GiB at the most.
  static let read: @Sendable (String) -> Result<[UInt8], StreamFailure> = { path in
    contents(of: path, upTo: 1 << 30)
  }

  private static func contents(of path: String, upTo limit: Int) -> Result<[UInt8], StreamFailure> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      return .failure(StreamFailure(direction: .open, name: path, errno: errno))
    }
    defer { close(descriptor) }
    return contents(of: descriptor, named: path, upTo: limit)
  }

  /// The bytes of a file that is open already.
  static func contents(
    of descriptor: Int32, named path: String, upTo limit: Int
  ) -> Result<[UInt8], StreamFailure> {
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    let size = isKnown ? Int(status.st_size) : 0
    let isFile = isKnown && status.st_mode & S_IFMT == S_IFREG
    var bytes: [UInt8] = []
    while true {
      // One byte more than the file has tells its end, with no second call; a pipe has no size.
      let room = max(size + 1 - bytes.count, 4096)
      var read = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        read = Glibc.read(descriptor, buffer.baseAddress!, room)
        count = max(read, 0)
      }
      if read < 0 {
        if errno == EINTR { continue }
        return .failure(StreamFailure(direction: .read, name: path, errno: errno))
      }
      if read == 0 { return .success(bytes) }
      if bytes.count + read > limit {
        return .failure(StreamFailure(direction: .read, name: path, errno: EFBIG))
      }
      bytes = bytes.isEmpty ? chunk : bytes + chunk
      if isFile && size > 0 && read < room { return .success(bytes) }
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
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      let line = try? LineReader(descriptor: descriptor, name: path).next()
      if case .bytes(let secret)? = line { return secret }
      return nil
    case .strong, .lower, .upper, .digit, .mixed, .words, .unicode, .common, .username,
      .like:
      return nil
    }
  }

  /// Where the configuration file would be; nil where the environment names no place.
  static var configurationPath: String? {
    if Restriction.isOn { return OperatorsFile.path }
    let folder = variable("XDG_CONFIG_HOME") ?? variable("HOME").map { $0 + "/.config" }
    return folder.map { $0 + "/signup-bot/config.json" }
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

  /// Adds what the command line and a transcript win over: the environment, then the file.
  static func addFallbacks(to raw: inout RawSettings) throws(SettingError) {
    let file = try configuration()
    // Before the environment is read: there is then nothing of it.
    if file.isRestricted { Restriction.begin() }
    raw.add(environment: environment)
    raw.add(file)
  }

  /// What the configuration file says; nothing where there is none.
  private static func configuration() throws(SettingError) -> RawSettings {
    var raw = RawSettings()
    guard let path = configurationPath, let bytes = try configurationBytes(path) else { return raw }
    do {
      try raw.add(file: try [String: String](flatJSON: bytes), path: path)
      return raw
    } catch let error as JSONFileError {
      throw SettingError(key: error.key, source: .file(path), why: error.why)
    } catch let error as SettingError {
      throw error
    } catch {
      return raw
    }
  }

  private static func configurationBytes(_ path: String) throws(SettingError) -> [UInt8]? {
    if Restriction.isOn { return try OperatorsFile(path: path).bytes() }
    guard access(path, F_OK) == 0 else { return nil }
    guard let bytes = readFile(path) else {
      throw SettingError(
        key: "", source: .file(path), why: "the file can't be read, or is over 1 MiB")
    }
    return bytes
  }
}
