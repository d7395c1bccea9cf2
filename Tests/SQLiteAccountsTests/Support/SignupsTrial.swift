import Accounts
import Glibc
import SQLiteAccounts
import Secrets
import TestSupport

@section(".init_array") @used
private let entry: @convention(c) () -> Void = {
  Trial.run(SignupsTrial.name, SignupsTrial.run)
}

/// Signs up names in a store, one after another, for tests that need other processes. It prints the
/// result of each sign-up on a line before it continues with the next.
///
/// The arguments are the path of the store, the prefix of the names, and the number of names
/// (`once` for exactly this name). Any of these options can follow: `cheap` (the cheapest hashes),
/// `wait` (reports that it is ready, and continues when stdin ends), `file=BYTES` and
/// `memory=BYTES` (limits; the latter is added to the memory in use at the start).
///
/// All work is done on the main thread. Under a limit on memory, the system may have no room for
/// another thread, and Swift's own executor would wait for one forever.
enum SignupsTrial {
  static let name = "sign-ups"
  /// The length of the second answer in bytes: more than fits on a page of the store.
  static let longAnswer = 5_000

  fileprivate static func run(_ arguments: [String]) -> Never {
    // A program that hangs must not outlive its test. In seconds.
    alarm(600)
    Task(executorPreference: CallingThread()) {
      do { try await signUp(arguments) } catch { fatalError("\(error)") }
      exit(0)
    }
    fatalError("the task must not wait for another thread")
  }

  private static func signUp(_ arguments: [String]) async throws {
    let (path, prefix, options) = (arguments[0], arguments[1], arguments.dropFirst(3))
    let names = (0..<(Int(arguments[2]) ?? 1)).lazy.map {
      arguments[2] == "once" ? prefix : "\(prefix)\($0)"
    }
    // Before the store is opened: this starts threads, which reserve memory at any moment.
    for option in options { limit(option) }
    let service = try SQLiteAccounts(
      path: path, timeout: .seconds(10), cost: options.contains("cheap") ? .least : .usual,
      runsInline: true, clock: ContinuousClock(), now: { Int64(time(nil)) })
    if options.contains("wait") { waitForEnd() }
    for name in names {
      let registration = Registration(
        username: Username(name), password: Secret("xqzv-kjwp-fmgh-ty9A"),
        answers: [
          Answer("email", name + "@example.org"),
          Answer("about", String(repeating: "x", count: longAnswer)),
        ])
      var result = try await service.signUp(registration)
      // On a busy machine, others may lock the store for longer than a call waits.
      while case .notAsked(.storeBusy) = result {
        result = try await service.signUp(registration)
      }
      say("\(word(result)) \(name)\n")
      guard case .signedUp = result else { return }
    }
  }

  private static func word(_ result: SignUpResult) -> String {
    switch result {
    case .signedUp: "signed-up"
    case .taken: "taken"
    case .refused(let reason): "\(reason)"
    case .notAsked(let reason): "not-asked:\(reason.rawValue)"
    case .unknown(let reason): "unknown:\(reason.rawValue)"
    }
  }

  private static func say(_ line: String) {
    var line = line
    let isWritten = line.withUTF8 { write(1, $0.baseAddress, $0.count) == $0.count }
    if !isWritten { exit(74) }
  }

  private static func waitForEnd() {
    say("ready -\n")
    var byte: UInt8 = 0
    while read(0, &byte, 1) > 0 {}
  }

  private static func limit(_ option: String) {
    let parts = option.split(separator: "=")
    guard parts.count == 2, let size = UInt(parts[1]) else { return }
    switch parts[0] {
    case "file":
      // As the program does.
      signal(SIGXFSZ, SIG_IGN)
      set(RLIMIT_FSIZE, size)
    case "memory": set(RLIMIT_AS, size + memory)
    default: exit(64)
    }
  }

  private static func set(_ resource: __rlimit_resource, _ size: UInt) {
    var limit = rlimit(rlim_cur: size, rlim_max: size)
    if setrlimit(__rlimit_resource_t(resource.rawValue), &limit) != 0 { exit(71) }
  }

  /// The address space of this process, in bytes.
  private static var memory: UInt {
    guard let file = fopen("/proc/self/statm", "r") else { exit(71) }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, CInt(line.count), file) != nil else { exit(71) }
    return strtoul(line, nil, 10) * UInt(sysconf(CInt(_SC_PAGESIZE)))
  }
}

/// Runs each job on the thread that adds it.
private final class CallingThread: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
