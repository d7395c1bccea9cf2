import Accounts
import Chat
import Glibc
import Terminal

/// Checks the environment of the process, independently of the service.
enum EnvironmentCheckup {
  static func findings(_ settings: Settings) -> [Finding] {
    [language(settings), LocaleCheckup.finding, terminal, memory] + tokenFile(settings)
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

  private static func language(_ settings: Settings) -> Finding {
    Finding(.ok, "language", settings.catalogue.locale)
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
}
