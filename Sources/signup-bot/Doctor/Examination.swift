import Accounts
import Chat
import Runtime
import Synchronization
import Text

/// One call of `doctor`. Each finding is printed as soon as it is available.
struct Examination {
  let given: RawSettings
  let checkup: CancellableCheckup
  private let time = RealTime(ContinuousClock())
  private let stdout = OutputStream(descriptor: 1, name: "stdout")

  /// Runs all checks. Returns whether a finding is an error.
  func run() throws -> Bool {
    var hasError = false
    func tell(_ finding: Finding, _ format: RecordFormat) throws {
      hasError = hasError || finding.level == .error
      try print(finding, format)
    }
    guard let settings = try readSettings(tell) else { return true }
    let format = settings.format ?? .text
    if let acting = try ActingUser.begin(settings) {
      try tell(Finding(.ok, "user", "acting as \(acting), the owner of the store"), format)
    }
    for finding in EnvironmentCheckup.findings(settings) { try tell(finding, format) }
    for finding in try serviceFindings(settings) { try tell(finding, format) }
    if let finding = settings.answersFinding { try tell(finding, format) }
    return hasError
  }

  /// Reads the settings. In the restricted mode, returns `nil` if they can't be used, after
  /// reporting that.
  private func readSettings(
    _ tell: (Finding, RecordFormat) throws -> Void
  ) throws -> Settings? {
    guard Restriction.isOn else {
      let settings = try ProgramHost().settings(given)
      try tell(EnvironmentCheckup.configuration, settings.format ?? .text)
      return settings
    }
    var settings: Settings?
    var findings = [RestrictedCheckup.configurationFinding()]
    do throws(SettingError) {
      settings = try ProgramHost().settings(given)
    } catch {
      // A file that can't be used at all has already been reported.
      if findings[0].level == .ok {
        let advice = "fix \(Settings.systemFile)"
        findings.append(Finding(.error, "settings", "\(error.key) \(error.why)", advice: advice))
      }
    }
    findings += RestrictedCheckup(settings: settings).findings
    for finding in findings { try tell(finding, settings?.format ?? .text) }
    return settings
  }

  private func serviceFindings(_ settings: Settings) throws -> [Finding] {
    let subject = "accounts " + settings.services.name.rawValue
    let service: any AccountService
    do {
      service = try Services.shared.make(settings, time.clock)
    } catch let error as SettingError {
      return [Finding(.error, subject, "--\(error.key) \(error.why)")]
    }
    guard let examinable = service as? any Examinable else {
      return [Finding(.ok, subject, "needs nothing outside of the program")]
    }
    let findings = checkup.findings(of: examinable, in: time)
    // Leave the store as a single file again.
    Services.shared.close(in: time)
    return findings
  }

  private func print(_ finding: Finding, _ format: RecordFormat) throws {
    var text: String
    switch format {
    case .text:
      text = padded(finding.level.rawValue, to: 9)
      text += escapingControls(finding.subject + ": " + finding.detail) + "\n"
      if let advice = finding.advice {
        text += padded("", to: 9) + "-> " + escapingControls(advice) + "\n"
      }
    case .jsonl:
      var members: [JSONValue.Member] = [
        .init("level", .text(finding.level.rawValue)), .init("subject", .text(finding.subject)),
        .init("detail", .text(finding.detail)),
      ]
      if let advice = finding.advice { members.append(.init("advice", .text(advice))) }
      text = JSONValue.object(members).description + "\n"
    }
    try Watch.check(text, for: "stdout")
    try stdout.write(text)
  }
}

/// The checkup of a service, which another thread may cancel. It then ends soon, when what it made
/// is removed.
final class CancellableCheckup: Sendable {
  private struct State {
    var isCancelled = false
    var task: Task<[Finding], Never>?
  }

  private let state = Mutex(State())

  func findings(of service: any Examinable, in time: any Time) -> [Finding] {
    let task = state.withLock { state in
      let task = Task(executorPreference: time) { await service.checkup() }
      if state.isCancelled { task.cancel() }
      state.task = task
      return task
    }
    return time.run { await task.value }
  }

  /// From any thread, before the checkup has begun too.
  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
