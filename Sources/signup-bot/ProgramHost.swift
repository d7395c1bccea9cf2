import Accounts
import Chat
import Glibc
import Terminal
import Transcripts

/// This program, as the conversations see it.
struct ProgramHost: Host {
  func fallbacks() throws(SettingError) -> RawSettings { try Environment.fallbacks() }

  var forSettings: Settings.Context { Environment.forSettings }

  func forStyle(_ settings: Settings) -> Style.Conditions {
    Environment.forStyle(settings, isTerminal: true)
  }

  var secrets: SecretMaker.Source { Environment.secrets }

  func service(
    _ settings: Settings, _ clock: any Clock<Duration>
  ) throws -> any AccountService {
    try Services.shared.make(settings, clock)
  }

  func memory(_ settings: Settings, offersUsername: Bool) -> any SignInMemory {
    Memory(settings, offersUsername: offersUsername)
  }

  func checkFiles(_ settings: Settings) throws(SettingError) {
    try WrittenFiles.check(settings)
  }

  func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  func open(_ page: String) -> Bool { Opener.open(page) }

  var isRestricted: Bool { Restriction.isOn }
}
