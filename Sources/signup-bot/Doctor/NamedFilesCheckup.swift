import Accounts
import Chat
import Glibc
import Runtime

/// Checks whether a stranger's program can use the files that the operator's settings name. To root,
/// who usually runs `doctor`, every file is open.
struct NamedFilesCheckup {
  let settings: Settings
  let user: RestrictedCheckup.User

  var findings: [Finding] {
    var findings: [Finding] = []
    if let path = settings.policyPath {
      findings.append(
        readingFinding("policy file", path, advice: "let others read it: chmod o+r \(path)"))
    }
    if settings.services.name == .scim, let path = settings.services.scimTokenFile {
      findings.append(
        readingFinding(
          "token file", path,
          advice: "give it to \(user.name) alone: chown \(user.name) and chmod 400 \(path)"))
    }
    if let path = settings.record { findings.append(recordingFinding(path)) }
    return findings
  }

  /// - Parameter advice: what to do if the file itself is closed to the user.
  private func readingFinding(_ subject: String, _ path: String, advice: String) -> Finding {
    guard path.hasPrefix("/") else { return relativeFinding(subject, path) }
    let real = Path.real(path)
    guard let place = closedPlace(on: real, needing: Permissions.read) else {
      return Finding(.ok, subject, "\(user.name) can read \(path)")
    }
    return place == real
      ? closedFinding(subject, "\(user.name) can't read \(path)", advice: advice)
      : closedFolderFinding(subject, place)
  }

  /// The recording is written next to an existing file, and replaces it if that is a transcript.
  private func recordingFinding(_ path: String) -> Finding {
    let subject = "recording"
    guard path.hasPrefix("/") else { return relativeFinding(subject, path) }
    let real = Path.real(path)
    let folder = Path.real(Path.folder(of: real))
    let advice = "make one for \(user.name): install -d -o \(user.name) -m 700 \(folder)"
    guard access(folder, F_OK) == 0 else {
      return closedFinding(subject, "\(folder) does not exist", advice: advice)
    }
    if let place = closedPlace(on: folder, needing: Permissions.fill) {
      return place == folder
        ? closedFinding(subject, "\(user.name) can't create files in \(folder)", advice: advice)
        : closedFolderFinding(subject, place)
    }
    if closedPlace(on: real, needing: Permissions.read) != nil {
      return closedFinding(
        subject, "\(user.name) can't read \(path)", advice: "remove it, or chown \(user.name) it")
    }
    return Finding(.ok, subject, "\(user.name) can write \(path)")
  }

  private func closedPlace(on path: String, needing needed: mode_t) -> String? {
    Permissions(of: user.name, id: user.id, group: user.group)
      .closedPlace(on: path, needing: needed)
  }

  private func closedFolderFinding(_ subject: String, _ folder: String) -> Finding {
    closedFinding(
      subject, "\(user.name) can't enter \(folder)",
      advice: "let others enter it (chmod o+x \(folder)), or move the file")
  }

  private func closedFinding(_ subject: String, _ why: String, advice: String) -> Finding {
    Finding(.error, subject, why + ", so the program refuses every stranger", advice: advice)
  }

  private func relativeFinding(_ subject: String, _ path: String) -> Finding {
    Finding(
      .error, subject, "the path \(path) is not absolute",
      advice: "name the file by its absolute path in \(Settings.systemFile)")
  }
}
