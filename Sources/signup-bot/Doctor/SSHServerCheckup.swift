import Accounts
import Glibc
import Runtime

/// Checks what sshd allows a user in addition to the conversation, according to `sshd -T`.
struct SSHServerCheckup {
  let user: String

  private static let program = "/usr/sbin/sshd"

  var findings: [Finding] {
    guard access(Self.program, X_OK) == 0 else {
      return [
        Finding(.ok, "sshd", "\(Self.program) is not installed, so there is nothing to check")
      ]
    }
    guard let text = settings else {
      return [
        Finding(
          .warning, "sshd", "its settings can't be read",
          advice: "run doctor as root; sshd -t shows errors in the settings")
      ]
    }
    return Self.findings(of: text, user)
  }

  /// Returns a finding for each problem in the settings, or a single finding if there is none.
  ///
  /// - Parameter text: one setting per line, as `sshd -T` prints them.
  static func findings(of text: String, _ user: String) -> [Finding] {
    let lines = text.split(separator: "\n").map { line in
      line.split(separator: " ", maxSplits: 1).map { String($0) }
    }
    func values(_ key: String) -> [String] {
      lines.filter { $0.count == 2 && $0[0].lowercased() == key }.map { $0[1] }
    }
    var findings: [Finding] = []
    func complain(_ why: String, _ advice: String) {
      findings.append(Finding(.error, "sshd", why, advice: advice))
    }
    let block = "sshd_config's block for \(user)"
    if values("disableforwarding") != ["yes"] {
      complain(
        "\(user) can forward ports into the network", "set DisableForwarding yes in \(block)")
    }
    if values("permituserrc") != ["no"] {
      complain("~/.ssh/rc is run", "set PermitUserRC no in \(block)")
    }
    if values("permituserenvironment").contains(where: { $0 != "no" }) {
      complain("~/.ssh/environment is read", "set PermitUserEnvironment no in sshd_config")
    }
    let accepted = values("acceptenv").flatMap { $0.split(separator: " ") }
      .filter { $0 != "LANG" && !$0.hasPrefix("LC_") }
    if !accepted.isEmpty {
      complain(
        "it accepts \(accepted.joined(separator: " ")) from the stranger's client",
        "let AcceptEnv name only LANG and LC_*")
    }
    if values("subsystem").contains(where: { $0.contains("internal-sftp") }) {
      complain(
        "sftp runs inside sshd, bypassing the login shell",
        "set Subsystem sftp /usr/lib/openssh/sftp-server")
    }
    return findings.isEmpty
      ? [Finding(.ok, "sshd", "\(user) has access to nothing but the conversation")] : findings
  }

  /// The output of `sshd -T` for the user; `nil` if it fails.
  private var settings: String? {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let words = [Self.program, "-T", "-C", "user=\(user),host=localhost,addr=127.0.0.1"]
    let child = ChildProcess(words, environment: []) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    close(ends[1])
    guard let child else { return nil }
    let bytes = try? InputFile.bytes(of: ends[0], named: "sshd").get()
    guard child.wait() == 0, let bytes else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
