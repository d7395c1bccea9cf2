import Accounts
import Chat
import Glibc
import Replay
import Terminal
import Transcripts

/// This program, as the conversations see it.
struct ProgramHost: Host {
  func fallbacks() throws(SettingError) -> RawSettings { try Environment.fallbacks() }

  var forSettings: Settings.Context { Environment.forSettings }

  func style(_ settings: Settings) -> Style {
    Environment.style(settings, isTerminal: true)
  }

  var secrets: SecretMaker.Source { Environment.secrets }

  func service(
    _ settings: Settings, _ clock: any Clock<Duration>
  ) throws -> any AccountService {
    try Services.shared.make(settings, clock)
  }

  func memory(_ settings: Settings, offersUsername: Bool) -> any SignInMemory {
    Memory(settings: settings, offersUsername: offersUsername)
  }

  func checkFiles(_ settings: Settings) throws(SettingError) {
    try WrittenFiles.check(settings)
  }

  func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Opens a page with the desktop's default program, if there is a desktop.
  func open(_ page: String) -> Bool {
    guard Process.mayStartPrograms,
      ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { Environment.variable($0) != nil })
    else { return false }
    // Without access to the terminal.
    let child = ChildProcess(["xdg-open", page]) { actions in
      for descriptor: CInt in 0...2 {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
    }
    return child?.wait() == 0
  }

  var isRestricted: Bool { Restriction.isOn }

  func comparison(
    of script: Script, named name: String, _ difference: Difference?
  ) -> Comparison {
    let verdict = ReplayVerdict(difference, script.expectedFailure)
    let result = ReplayResult(path: name, verdict: verdict, transcripts: 1)
    guard case .differs(let difference) = verdict, let headline = result.headline else {
      return Comparison(isExpected: verdict.isGood, headline: result.headline, details: [])
    }
    return Comparison(
      isExpected: false, headline: headline + " (- wanted, + got)",
      details: difference.lines(colour: false))
  }
}
