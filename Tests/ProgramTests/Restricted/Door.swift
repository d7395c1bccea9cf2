import Foundation
import Testing

/// How somebody comes to the program.
enum Door: String, CaseIterable, Sendable {
  /// As its owner does.
  case ordinary
  /// As an operator lets strangers in.
  case option
  /// As `sshd`, `login` and `su -` start a login shell.
  case loginShell

  static let restricted: [Door] =
    RestrictedTests.hasNamespaces ? [.option, .loginShell] : [.option]

  /// A shell's command line, to which arguments can be added. Strangers talk to the mock, which the operator
  /// has to name.
  var command: String {
    switch self {
    case .ordinary: "exec $BOT"
    case .option: "exec $BOT --restricted --accounts mock"
    case .loginShell: Self.asLoginShell
    }
  }

  /// A login shell takes no options: another `/etc`, with the operator's file, stands in the machine's place.
  /// The program is not run as another user for that, so that its own table of users is what it sees.
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
    try Scratch.with { scratch in
      let input = try scratch.file("stdin", Data(input.utf8))
      return try Program.shell(
        "\(command) \(arguments) < \(Program.quoted(input))", environment: environment)
    }
  }

  func terminal(
    _ scratch: Scratch, arguments: String = "", start: Job.Start = .alone,
    environment: [String: String] = [:]
  ) throws -> TestTerminal {
    let terminal = try TestTerminal(
      command + " " + arguments, environment: environment, start: start, scratch: scratch)
    try terminal.waitForLine("Username?")
    return terminal
  }
}

/// What an attempt would leave behind if it came through.
struct Canary {
  let path: String

  init(_ scratch: Scratch) {
    path = scratch.path + "/canary"
  }

  var isThere: Bool { FileManager.default.fileExists(atPath: path) }

  /// Makes programs that leave it behind, by names that somebody may look for in `$PATH`.
  /// - Returns: their folder.
  func programs(_ names: String...) throws -> String {
    let folder = path + "-programs"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in names {
      try Data("#!/bin/sh\necho \"$0 $*\" >> \(path)\n".utf8)
        .write(to: URL(fileURLWithPath: folder + "/" + name))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder + "/" + name)
    }
    return folder
  }

  /// Sees the attempt come through for the program's owner, so that it is one at all, and fail for strangers.
  func tellsApart(
    _ doors: [Door] = Door.restricted, _ attempt: (Door) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try attempt(.ordinary)
    #expect(isThere, "the attempt is none", sourceLocation: sourceLocation)
    for door in doors {
      try? FileManager.default.removeItem(atPath: path)
      try attempt(door)
      #expect(!isThere, "by \(door)", sourceLocation: sourceLocation)
    }
  }
}
