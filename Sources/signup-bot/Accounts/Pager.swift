import Chat
import Glibc
import Runtime

/// A program that shows a long text one screen at a time. It is started as git starts its pager: by
/// the shell, with default options for less and lv if the user has not set any.
struct Pager: ~Copyable {
  /// The stream for the text.
  let stream: OutputStream
  private let descriptor: Int32
  private let child: ChildProcess
  private let held: HeldSignals

  /// Starts the pager. Returns `nil` if the user wants none, or if none can be started.
  static func start() -> Pager? {
    guard let command else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let held = HeldSignals()
    let child = spawn(command, input: ends[0], mask: held.mask)
    close(ends[0])
    guard let child else {
      close(ends[1])
      held.release()
      return nil
    }
    // If the pager exits before the list is complete, the keys are no longer its own.
    let watch = BlockingThread()
    _ = watch.add {
      var news = siginfo_t()
      while waitid(P_PID, id_t(child.id), &news, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
      held.restoreHandlers()
    }
    return Pager(
      stream: OutputStream(descriptor: ends[1], name: "the pager"), descriptor: ends[1],
      child: child, held: held)
  }

  /// Ends the text and waits for the pager to exit.
  ///
  /// - Returns: `false` if the shell could not start the pager, so that nothing was shown.
  consuming func finish() -> Bool {
    close(descriptor)
    let status = child.wait()
    held.release()
    let isExit = status & 0x7F == 0
    // The shell's exit statuses for a program that it can't run or can't find.
    return !(isExit && [126, 127].contains(status >> 8 & 0xFF))
  }

  /// The command for the shell; `nil` if there is no pager.
  private static var command: String? {
    guard Process.mayStartPrograms else { return nil }
    guard let named = getenv("PAGER") else { return isInstalled("less") ? "less" : nil }
    let command = String(cString: named)
    let words = command.split { $0 == " " || $0 == "\t" }
    return words.isEmpty || words == ["cat"] ? nil : command
  }

  private static func isInstalled(_ program: String) -> Bool {
    let folders = (Environment.variable("PATH") ?? "").split(separator: ":")
    return folders.contains { access($0 + "/" + program, X_OK) == 0 }
  }

  private static func spawn(_ command: String, input: Int32, mask: sigset_t) -> ChildProcess? {
    // The same options as git's: quit if the text fits on one screen, pass colours through, and
    // leave the text on the screen.
    let options = [("LESS", "FRX"), ("LV", "-c")].filter { getenv($0.0) == nil }
    let added = options.compactMap { strdup($0.0 + "=" + $0.1) }
    defer { for text in added { free(text) } }
    return ChildProcess(
      ["/bin/sh", "-c", command], environment: Environment.entries + added, mask: mask,
      restored: HeldSignals.ignored + Process.ignored
    ) { actions in
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    }
  }
}

/// Signals that are handled differently while the pager has the terminal. Ctrl-C and Ctrl-\ are
/// keys of the pager. Signals that would end this program wait until the pager has restored the
/// terminal's mode.
private struct HeldSignals: Sendable {
  static let ignored = [SIGINT, SIGQUIT]
  /// The signal mask to restore.
  let mask: sigset_t
  private let handlers: [Handler]

  private struct Handler: @unchecked Sendable {
    let signal: Int32
    let action: sigaction
  }

  init() {
    var held = sigset_t()
    var before = sigset_t()
    sigemptyset(&held)
    for signal in [SIGTERM, SIGHUP] { sigaddset(&held, signal) }
    pthread_sigmask(SIG_BLOCK, &held, &before)
    mask = before
    handlers = Self.ignored.map { signal in
      var ignoring = sigaction()
      var before = sigaction()
      ignoring.__sigaction_handler.sa_handler = SIG_IGN
      sigaction(signal, &ignoring, &before)
      return Handler(signal: signal, action: before)
    }
  }

  func release() {
    restoreHandlers()
    var mask = mask
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  func restoreHandlers() {
    for handler in handlers {
      var action = handler.action
      sigaction(handler.signal, &action, nil)
    }
  }
}
