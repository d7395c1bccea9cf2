import Foundation
import Testing

/// A way in which a user reaches the program.
enum Door: String, CaseIterable, Sendable {
  /// Run by its owner, without restrictions.
  case ordinary
  /// Run with `--restricted`, as an operator lets strangers in.
  case option
  /// Run as a login shell, as `sshd`, `login` and `su -` start it.
  case loginShell

  static let restricted: [Door] =
    RestrictedTests.hasNamespaces ? [.option, .loginShell] : [.option]

  /// A shell's command line, to which arguments can be appended. Strangers use the mock, which the
  /// operator must name.
  var command: String {
    switch self {
    case .ordinary: "exec $BOT"
    case .option: "exec $BOT --restricted --accounts mock"
    case .loginShell: Self.asLoginShell
    }
  }

  /// A login shell takes no options, so another `/etc` with the operator's file replaces the
  /// machine's. The program doesn't run as another user for that, so that it sees its own table of
  /// users.
  private static let asLoginShell: String = {
    let start = #"exec -a -signup-bot "$0" "$@""#
    guard RestrictedTests.hasNamespaces else { return "exec bash -c '\(start)' $BOT" }
    return #"""
      if [ ! -e $HOME/etc ]; then mkdir -m 755 $HOME/etc $HOME/etc/signup-bot;
      cp /etc/passwd /etc/nsswitch.conf /etc/ld.so.cache $HOME/etc;
      echo '{"accounts": "mock"}' > $HOME/etc/signup-bot/config.json; fi;
      exec unshare -rm bash -c 'mount --bind $HOME/etc /etc && \#(start)' $BOT
      """#.replacing("\n", with: " ")
  }()

  func run(
    _ arguments: String = "", input: String = "", environment: [String: String] = [:]
  ) throws -> Program.Run {
    try Program.shell(
      "\(command) \(arguments)", input: Data(input.utf8), environment: environment)
  }

  func terminal(
    arguments: String = "", start: Job.Start = .alone, environment: [String: String] = [:],
    scratch: Scratch = Scratch()
  ) throws -> TestTerminal {
    let terminal = try TestTerminal(
      command + " " + arguments, environment: environment, start: start, scratch: scratch)
    try terminal.waitForLine("Username?")
    return terminal
  }
}
