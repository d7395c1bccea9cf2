import Accounts
import Chat
import Glibc
import Terminal
import Text

/// Checks the environment of the process, independently of the service.
enum EnvironmentCheckup {
  static func findings(_ settings: Settings) -> [Finding] {
    [Finding(.ok, "language", settings.catalogue.locale), characters, terminal, memory]
      + tokenFile(settings)
  }

  /// Anyone who has the provider's token can do everything that this program can.
  private static func tokenFile(_ settings: Settings) -> [Finding] {
    var status = stat()
    guard settings.services.name == .scim, let path = settings.services.scimTokenFile,
      stat(path, &status) == 0
    else { return [] }
    let detail = "\(path): mode \(String(status.st_mode & 0o7777, radix: 8))"
    if status.st_mode & 0o077 == 0 { return [Finding(.ok, "token", detail)] }
    return [
      Finding(
        .warning, "token", detail + ", so other users may read the token",
        advice: "make it private (chmod 600), and consider who may have read it")
    ]
  }

  static var configuration: Finding {
    let files = Environment.configurationPaths.map { path in
      if access(path, R_OK) == 0 { return path + " is used" }
      return path + (errno == EACCES ? " is not readable, and so not used" : " does not exist")
    }
    return Finding(.ok, "configuration", files.joined(separator: "; "))
  }

  private static var terminal: Finding {
    if let name = Environment.variable("TERM"), isKnownTerminal(name) == false {
      return Finding(
        .warning, "terminal", "TERM is \(name), which this system does not know",
        advice: "set TERM to the kind of terminal, such as xterm-256color, or install ncurses-term")
    }
    guard isatty(0) == 1 else {
      return Finding(.ok, "terminal", "the input is not a terminal, so conversations don't use one")
    }
    guard let name = Environment.variable("TERM"), name != "dumb" else {
      return Finding(
        .warning, "terminal", "TERM is unset or dumb, so the output is plain",
        advice: "set TERM to the kind of terminal, such as xterm-256color")
    }
    var size = winsize()
    _ = ioctl(0, UInt(TIOCGWINSZ), &size)
    let isNarrow = size.ws_col > 0 && size.ws_col < 20
    let detail = "\(name), \(size.ws_col) columns and \(size.ws_row) rows"
    if isNarrow {
      return Finding(.warning, "terminal", detail, advice: "use at least 20 columns")
    }
    return Finding(.ok, "terminal", detail)
  }

  /// Secrets are kept out of swap by locking their memory, of which a user has a limited amount.
  private static var memory: Finding {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
    if limit.rlim_cur >= leastLockedMemory {
      return Finding(.ok, "locked memory", "enough to keep secrets out of swap")
    }
    return Finding(
      .warning, "locked memory", "only \(limit.rlim_cur / 1024) KiB; secrets may reach swap",
      advice: "raise it: ulimit -l 1024")
  }

  /// The number of bytes that several dozen secrets need, including their guard pages.
  private static let leastLockedMemory: rlim_t = 1 << 20

  /// Checks the character encoding of the environment. The program always uses UTF-8. A terminal
  /// with another encoding shows its output wrongly.
  private static var characters: Finding {
    let subject = "characters"
    guard hasUTF8Locale else {
      return Finding(
        .error, subject, "no UTF-8 locale is installed",
        advice: "install C.UTF-8 (on Debian, the package libc-bin)")
    }
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let given = names.lazy.compactMap { name in
      Environment.variable(name).map { (name: name, value: $0) }
    }.first
    // The plain C locale does not describe the terminal.
    guard let given, given.value != "C", given.value != "POSIX" else {
      return Finding(.ok, subject, "UTF-8")
    }
    let head = "\(given.name) is \(given.value), "
    guard let encoding = encoding(of: given.value) else {
      return Finding(
        .warning, subject, head + "which is not installed",
        advice: "set it to one that locale -a lists, such as C.UTF-8, or install it")
    }
    if encoding == "UTF-8" { return Finding(.ok, subject, "UTF-8") }
    return Finding(
      .warning, subject, head + "which is \(encoding), but the program supports only UTF-8",
      advice: "set the terminal and \(given.name) to UTF-8, such as C.UTF-8")
  }

  /// Returns the name of a locale's encoding; `nil` if the locale is not installed.
  private static func encoding(of locale: String) -> String? {
    // The value of `LC_CTYPE_MASK`, which Glibc's module does not export.
    guard let loaded = newlocale(1 << CInt(LC_CTYPE), locale, nil) else { return nil }
    defer { freelocale(loaded) }
    return nl_langinfo_l(nl_item(CODESET), loaded).map { String(cString: $0) }
  }
}
