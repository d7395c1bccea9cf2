import Foundation
import Synchronization
import TestSupport

/// A shell's command line that runs at a terminal, and its changes of state.
final class Job: Sendable {
  /// How the job gets its terminal.
  enum Start {
    /// Started by a shell with job control, with or without the terminal.
    case foreground, background
    /// Started as the only program of a terminal window, where no shell could continue it after a
    /// stop.
    case alone
  }

  /// A change of state, as waitpid reports it.
  enum Change: Equatable {
    case started(pid_t)
    case stopped(by: Int32)
    case signalled(by: Int32)
    case exited(Int32)

    init(status: Int32) {
      let signal = status & 0x7F
      self =
        switch signal {
        case 0: .exited(status >> 8 & 0xFF)
        case 0x7F: .stopped(by: status >> 8 & 0xFF)
        default: .signalled(by: signal)
        }
    }

    var isEnd: Bool {
      switch self {
      case .started, .stopped: false
      case .signalled, .exited: true
      }
    }
  }

  /// A minimal shell with job control: it takes the terminal back while its job is stopped. It is
  /// written in Perl, because a real shell restores the terminal's mode itself. It reports the
  /// results of waitpid on descriptor 3, and waits there for a byte before it continues a stopped
  /// job.
  private static let shell = """
    use POSIX qw(:sys_wait_h setpgid tcsetpgrp getpgrp);
    my @signals = qw(INT QUIT HUP TERM TSTP TTOU TTIN PIPE);
    $SIG{$_} = 'IGNORE' for @signals;
    my ($foreground, $line) = @ARGV;
    open my $peer, '+<&=', 3 or die;
    my $job = fork;
    if (!$job) {
      setpgid(0, 0);
      tcsetpgrp(0, $$) if $foreground;
      $SIG{$_} = 'DEFAULT' for @signals;
      POSIX::close(3);
      exec '/bin/sh', '-c', $line;
    }
    setpgid($job, $job);
    syswrite $peer, "started $job\\n";
    my $word;
    while (waitpid($job, WUNTRACED) == $job) {
      my $status = ${^CHILD_ERROR_NATIVE};
      tcsetpgrp(0, getpgrp());
      syswrite $peer, "changed $status\\n";
      last if !WIFSTOPPED($status) || !sysread $peer, $word, 1;
      tcsetpgrp(0, $job) if $word eq 'f';
      kill 'CONT', -$job;
    }
    """

  private let changes = Mutex<[Change]>([])
  private let peer: CInt

  /// - Parameter line: The command line for the shell. If it begins with `exec`, its program is the
  ///   job's first process.
  init(_ line: String, _ start: Start, terminal: String, environment: [String: String]) throws {
    let ends: (ours: CInt, theirs: CInt) = start == .alone ? (-1, -1) : try Spawn.connection()
    peer = ends.ours
    let arguments =
      switch start {
      case .foreground: ["perl", "-e", Self.shell, "1", line]
      case .background: ["perl", "-e", Self.shell, "0", line]
      case .alone: ["/bin/sh", "-c", line]
      }
    let child = try Spawn.start(
      arguments, environment: environment, terminal: terminal, other: ends.theirs)
    if start == .alone {
      changes.withLock { $0.append(.started(child)) }
      Thread.detachNewThread { self.follow(child) }
    } else {
      close(ends.theirs)
      Thread.detachNewThread { self.listen(to: child) }
    }
  }

  /// All changes of state so far.
  var history: [Change] { changes.withLock { $0 } }

  /// The change that follows the first `count` ones, or `nil` if there is none yet; see
  /// `TestTerminal.waitForChange`.
  func change(after count: Int) -> Change? {
    changes.withLock { $0.count > count ? $0[count] : nil }
  }

  var pid: pid_t? {
    guard case .started(let pid)? = history.first else { return nil }
    return pid
  }

  /// Continues the job after a stop, as a shell's `fg` or `bg` does.
  func letGoOn(inForeground: Bool) {
    _ = write(peer, inForeground ? "f" : "b", 1)
  }

  func kill() {
    if let pid, history.last?.isEnd == false { Glibc.kill(-pid, SIGKILL) }
  }

  private func note(_ change: Change) {
    changes.withLock { $0.append(change) }
  }

  private func follow(_ child: pid_t) {
    while let status = try? Spawn.wait(for: child, options: WUNTRACED) {
      let change = Change(status: status)
      note(change)
      if change.isEnd { return }
    }
  }

  private func listen(to shell: pid_t) {
    var read: [UInt8] = []
    var byte: UInt8 = 0
    while Glibc.read(peer, &byte, 1) == 1 {
      guard byte == 0x0A else {
        read.append(byte)
        continue
      }
      let words = String(decoding: read, as: UTF8.self).split(separator: " ")
      if words.count == 2, let number = Int32(words[1]) {
        note(words[0] == "started" ? .started(number) : Change(status: number))
      }
      read = []
    }
    close(peer)
    _ = try? Spawn.wait(for: shell)
  }
}
