import FaultServer
import Foundation
import Glibc
import Synchronization
import Testing

/// A real SCIM provider: `scim2-server` on a free loopback port, until it is stopped.
///
/// The server is run from the package's virtual environment `.build/scim2`. If it is missing, the
/// tests fail; they are never skipped.
package final class ScimServer: Sendable {
  /// The token that the server accepts. It is in the server's arguments, where anyone can read it,
  /// and protects nothing.
  package let token: String
  private let port: UInt16
  private let process: Mutex<Process>
  private let leash: FileHandle
  private let output: FileHandle
  private let log: URL

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The URL of a new provider without accounts: each access returns a new tenant.
  package var url: String { "http://127.0.0.1:\(port)/\(UUID())/v2" }

  /// The servers of the current suite.
  @TaskLocal package static var current: [Kind: ScimServer] = [:]

  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let installing =
    "python3 -m venv .build/scim2 && .build/scim2/bin/pip install 'scim2-server[precis]==0.8.3'"

  /// Starts a server and waits until it listens.
  ///
  /// - Throws: `Failure` if the server isn't installed or doesn't listen within three minutes.
  package static func start(_ kind: Kind) throws -> ScimServer {
    // Another program may take the port before the server uses it.
    var said = ""
    for _ in 0..<5 {
      let server = try ScimServer(kind)
      if try server.listens { return server }
      server.stop()
      said = server.written
    }
    throw Failure(
      description: "scim2-server does not start: \(said)It is installed with: \(Self.installing)")
  }

  private init(_ kind: Kind) throws {
    let program = Self.package.appending(path: ".build/scim2/bin/scim2-server").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw Failure(description: "scim2-server is missing; install it with: \(Self.installing)")
    }
    token = String(UInt64.random(in: 1 << 63...UInt64.max), radix: 36)
    port = try FaultServer.refusing().port
    log = FileManager.default.temporaryDirectory.appending(path: "scim2-\(UUID()).log")
    try Data().write(to: log)
    let (server, input, said) = (Process(), try Self.pipe(), try Self.pipe())
    (leash, output) = (input.writing, said.reading)
    server.executableURL = URL(filePath: "/bin/sh")
    // The server ends with the tests, even after a crash: the system closes the pipe.
    let script = #"trap : TERM; "$@" </dev/null & exec >&-; read -r _; kill -TERM $!; wait $!"#
    server.arguments =
      ["-c", script, "sh", program, "--port", "\(port)", "--bearer-token", token]
      + ["--dynamic-tenants"] + kind.options
    server.standardInput = input.reading
    server.standardOutput = said.writing
    server.standardError = try FileHandle(forWritingTo: log)
    try Self.run(server)
    try said.writing.close()
    process = Mutex(server)
  }

  /// Swift's own threads block signals. A child process would inherit that and couldn't be
  /// terminated by a signal.
  private static func run(_ process: Process) throws {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  /// Creates a pipe that other child processes don't inherit, unless they are started at the same
  /// moment.
  private static func pipe() throws -> (reading: FileHandle, writing: FileHandle) {
    var ends: [CInt] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw Failure(description: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (
      FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
      FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    )
  }

  /// Whether the server has reported that it listens. Its output ends if it can't.
  private var listens: Bool {
    get throws {
      let descriptor = output.fileDescriptor
      var said = ""
      while !said.contains("Serving SCIM on") {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, 180_000) == 1 else {
          throw Failure(description: "scim2-server does not listen: \(written)")
        }
        let data = output.availableData
        if data.isEmpty { return false }
        said += String(decoding: data, as: UTF8.self)
      }
      return true
    }
  }

  /// Terminates the server with SIGTERM, and waits until it has exited.
  package func stop() {
    process.withLock { process in
      if process.isRunning { process.terminate() }
      try? leash.close()
      process.waitUntilExit()
    }
  }

  /// The server's log.
  package var written: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

  deinit { try? FileManager.default.removeItem(at: log) }
}

extension ScimServer {
  /// What a server does differently from others.
  package enum Kind: Sendable {
    /// It compares names case-insensitively.
    case usual
    /// It compares names as PRECIS does, and refuses those that PRECIS forbids.
    case precis
    /// It returns three accounts per page, and supports neither sorting nor partial changes.
    case plain

    fileprivate var options: [String] {
      switch self {
      case .usual: []
      case .precis: ["--precis"]
      case .plain: ["--service-provider-config", Self.plainConfig]
      }
    }

    /// The path of a file that is not removed here, because the server reads it when it starts.
    private static let plainConfig: String = {
      let file = FileManager.default.temporaryDirectory.appending(path: "scim2-\(UUID()).json")
      let config = """
        {"schemas":["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],\
        "patch":{"supported":false},"filter":{"supported":true,"maxResults":3},\
        "bulk":{"supported":false,"maxOperations":0,"maxPayloadSize":0},\
        "changePassword":{"supported":true},"sort":{"supported":false},\
        "etag":{"supported":true},"authenticationSchemes":[]}
        """
      // If the file is missing, the server doesn't start and reports why.
      try? Data(config.utf8).write(to: file)
      return file.path
    }()
  }
}
