import Accounts
import Chat
import Runtime
import Text

/// The common part of all subcommands of `accounts`: it finds the service, and turns errors into
/// messages and an exit status.
struct Caretaker {
  let settings: Settings
  let directory: any AccountDirectory
  private let time: any Time

  /// Runs a subcommand. Throws its exit status if that is not 0.
  ///
  /// - Parameter body: returns the exit status.
  static func run(
    _ raw: RawSettings, _ body: (Caretaker) throws -> Int32
  ) throws {
    Process.prepare()
    guard Environment.hasWholeArguments else {
      Exit.complain("an argument is not valid UTF-8, so no account has that name")
      throw Exit.malformed
    }
    do {
      let time = RealTime(ContinuousClock())
      defer { Services.shared.close(in: time) }
      let status = try body(Caretaker(raw, time))
      if status != 0 { throw Exit(status) }
    } catch let error as DirectoryError {
      throw Exit(complain(error))
    } catch {
      throw Exit.status(for: error, input: "accounts")
    }
  }

  private init(_ given: RawSettings, _ time: any Time) throws {
    settings = try ProgramHost().settings(given)
    _ = try ActingUser.begin(settings)
    guard let directory = try Services.shared.directory(settings, time.clock) else {
      throw settings.error(.accounts, Self.advice(settings.services.name))
    }
    self.directory = directory
    self.time = time
  }

  /// Returns advice for the user who chose a service without accounts to administer.
  private static func advice(_ name: ServiceName) -> String {
    let why =
      switch name {
      case .mock: "keeps no accounts"
      case .github: "has no interface for managing accounts"
      case .sqlite, .scim: "can't list its accounts"
      }
    return "\(name.rawValue) \(why); use --accounts sqlite or --accounts scim"
  }

  /// Calls the service, and waits for its answer.
  func call<Answer: Sendable>(
    _ body: @escaping @Sendable (any AccountDirectory) async throws -> Answer
  ) throws -> Answer {
    try time.run { [directory] in try await body(directory) }
  }

  /// Returns the account with a username; `nil` if there is none, after reporting that.
  func account(_ name: String) throws -> Account? {
    let account = try call { try await $0.account(of: Username(name)) }
    if account == nil { Exit.complain("there is no account named \(name)") }
    return account
  }

  /// Calls a function for each username, even if it fails with a `DirectoryError` for another one.
  /// Returns the worst exit status.
  ///
  /// - Parameter body: returns the exit status.
  func forEach(
    _ names: [String], _ body: (String) throws -> Int32
  ) throws -> Int32 {
    let tally = Tally()
    for name in names {
      do {
        tally.add(status: try body(name))
      } catch let error as DirectoryError {
        tally.add(status: Self.complain(error, of: name))
      }
    }
    return tally.status
  }

  /// Reports why a call failed. Returns the exit status.
  ///
  /// - Parameter name: the username of the account; `nil` if the call was not about one account.
  static func complain(_ error: DirectoryError, of name: String? = nil) -> Int32 {
    let (why, status): (String, Exit) =
      switch error {
      case .unknown(let reason):
        (words(for: reason), reason.isForOperators ? .unusable : .unreachable)
      case .unsupported(let why): (why, .usage)
      case .unusable(let why): (why, .unusable)
      }
    Exit.complain((name.map { $0 + ": " } ?? "") + why)
    return status.rawValue
  }

  private static func words(for reason: UnknownReason) -> String {
    switch reason {
    case .unreachable: "the service can't be reached (see signup-bot doctor)"
    case .timedOut: "the service did not answer in time; allow it more with --timeout"
    case .rateLimited: "the service asks for fewer requests; try again later"
    case .nonsense: "the service's answer could not be understood (see signup-bot doctor)"
    case .serviceError: "the service reported an error of its own; try again later"
    case .notTheService: "something else answered instead of the service (see signup-bot doctor)"
    case .badCertificate: "the server's certificate could not be verified (see signup-bot doctor)"
    case .unauthorized: "the service refuses all requests from this program (see signup-bot doctor)"
    case .libraryMissing:
      "libcurl 7.87 or newer is not installed; install it (on Debian, the package libcurl4)"
    case .storeBusy: "another program is using the store; try again when it has finished"
    case .storeFailed: "the store can't be read or written (see signup-bot doctor)"
    }
  }

  /// Writes a line to stdout.
  func say(_ text: String) throws {
    let text = escapingControls(text) + "\n"
    try Watch.check(text, for: "stdout")
    try OutputStream(descriptor: 1, name: "stdout").write(text)
  }
}
