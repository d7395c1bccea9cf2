import Foundation
import Glibc
import TestSupport

/// A TLS server on the loopback interface with its own certificate: `openssl s_server`, serving
/// files that contain complete responses.
package final class TLSServer: Sendable {
  package let port: UInt16
  /// The path of the certificate in PEM format, for `SSL_CERT_FILE`.
  package let certificate: String
  private let child: pid_t
  private let folder: URL

  package enum Failure: Error { case notListening }

  /// The validity period of the certificate.
  package enum Lifetime: Sendable {
    case now
    /// Ended on 1 February 2020.
    case over
  }

  /// - Parameters:
  ///   - names: the names in the self-signed certificate, such as `DNS:localhost`.
  ///   - pages: complete responses by path, without the slash.
  package init(
    names: String, lifetime: Lifetime = .now, pages: [String: String] = [:]
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "signup-bot-tls-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    certificate = folder.path + "/certificate.pem"
    for (name, text) in pages.merging(["ca.cnf": Self.authority], uniquingKeysWith: { $1 }) {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let dates =
      switch lifetime {
      case .now: "-startdate 20200101000000Z -enddate 20991231000000Z"
      case .over: "-startdate 20200101000000Z -enddate 20200201000000Z"
      }
    let script = """
      cd "$1" && : > index.txt &&
      openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem \
        -out request.pem -subj /CN=signup-bot-test -addext "subjectAltName=$2" &&
      openssl ca -batch -selfsign -config ca.cnf -in request.pem -keyfile key.pem \
        -out certificate.pem -notext \(dates) &&
      exec openssl s_server -accept 127.0.0.1:0 -cert certificate.pem -key key.pem -HTTP
      """
    // The output stays open until the program exits.
    let output = try TestSupport.Pipe()
    defer { close(output.writing) }
    child = try Spawn.start(
      ["/bin/sh", "-c", script, "sh", folder.path, names], environment: ["PATH": "/usr/bin:/bin"]
    ) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    let told = Self.port(toldBy: output.reading)
    port = told ?? 0
    // The deinitialiser ends the program.
    if told == nil { throw Failure.notListening }
  }

  deinit {
    kill(child, SIGKILL)
    waitpid(child, nil, 0)
    try? FileManager.default.removeItem(at: folder)
  }

  /// Returns the URL for a host name of the loopback interface, such as `https://localhost:40123`.
  package func url(_ host: String = "localhost") -> String { "https://\(host):\(port)" }

  /// The configuration for self-signed certificates with any dates; `req -x509` can't set dates in
  /// the past.
  private static let authority = """
    [ca]
    default_ca = own
    [own]
    new_certs_dir = .
    database = index.txt
    rand_serial = yes
    default_md = sha256
    policy = any
    copy_extensions = copy
    x509_extensions = extensions
    [any]
    commonName = supplied
    [extensions]
    basicConstraints = critical, CA:TRUE

    """

  /// Reads the port after the last colon of the line `ACCEPT 127.0.0.1:40123`.
  private static func port(toldBy output: CInt) -> UInt16? {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 1024)
    while true {
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { return nil }
      text += String(decoding: buffer[..<count], as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if let line = lines.first(where: { $0.hasPrefix("ACCEPT ") }) {
        return line.split(separator: ":").last.flatMap { UInt16($0) }
      }
    }
  }
}
