import FaultServer
import Foundation
import Glibc
import Synchronization
import TestSupport
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
  private let child: pid_t
  /// The server ends when this descriptor is closed.
  private let leash: CInt
  private let output: CInt
  private let log: URL
  private let isStopped = Mutex(false)

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
    let (input, said) = (try TestSupport.Pipe(), try TestSupport.Pipe())
    (leash, output) = (input.writing, said.reading)
    for end in [leash, output] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The server ends with the tests, even after a crash: the system closes the pipe.
    let script = #"trap : TERM; "$@" </dev/null & exec >&-; read -r _; kill -TERM $!; wait $!"#
    let arguments =
      ["/bin/sh", "-c", script, "sh", program, "--port", "\(port)", "--bearer-token", token]
      + ["--dynamic-tenants"] + kind.options
    defer { for end in [input.reading, said.writing] { close(end) } }
    let (environment, path) = (ProcessInfo.processInfo.environment, log.path)
    child = try Spawn.start(arguments, environment: environment) { actions in
      posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
      posix_spawn_file_actions_adddup2(&actions, said.writing, 1)
      posix_spawn_file_actions_addopen(&actions, 2, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
  }

  /// Whether the server has reported that it listens. Its output ends if it can't.
  private var listens: Bool {
    get throws {
      var said = ""
      var buffer = [UInt8](repeating: 0, count: 4096)
      while !said.contains("Serving SCIM on") {
        var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, 180_000) == 1 else {
          throw Failure(description: "scim2-server does not listen: \(written)")
        }
        let count = read(output, &buffer, buffer.count)
        if count <= 0 { return false }
        said += String(decoding: buffer[..<count], as: UTF8.self)
      }
      return true
    }
  }

  /// Terminates the server with SIGTERM, and waits until it has exited.
  package func stop() {
    isStopped.withLock { isStopped in
      if isStopped { return }
      isStopped = true
      kill(child, SIGTERM)
      close(leash)
      _ = try? Spawn.wait(for: child)
      close(output)
    }
  }

  /// The server's log.
  package var written: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: log)
  }
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
