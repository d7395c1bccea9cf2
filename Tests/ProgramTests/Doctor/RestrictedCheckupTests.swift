import Accounts
import Foundation
import Testing

@testable import signup_bot

extension RestrictedTests {
  /// Runs `doctor --restricted` with another `/etc`, in which the program is the login shell of the
  /// user `new`.
  private func checkup(
    _ config: String?, change: String = ":", folder: String = "s"
  ) throws -> Program.Run {
    let prepare = """
      echo "new:x:0:0::$ETC/home:$BOT" >> $ETC/passwd; mkdir -m 755 $ETC/home
      touch $ETC/home/.hushlogin; echo /bin/sh > $ETC/shells; mkdir -m 700 \(scratch.path)/s
      \(config == nil ? "rm $ETC/signup-bot/config.json" : ":"); \(change)
      """
    // The login shell of the user who runs this stays unchanged.
    return try atEtc(
      config ?? "{}", change: prepare, start: "exec $BOT doctor --restricted", input: "")
  }

  private func config() -> String {
    #"{"accounts": "sqlite", "sqlite-path": "\#(scratch.path)/s/accounts.sqlite"}"#
  }

  @Test(.enabled(if: hasNamespaces, "no other /etc can be mounted here"))
  func `the setup that the documentation describes passes`() throws {
    let run = try checkup(
      config(), change: "sed -i 's|^new:.*|new:x:0:0::'$ETC'/home:'$BOT'|' $ETC/passwd")
    #expect(run.status == 0, "\(run)")
    for subject in ["configuration", "service", "login shell", "login message", "store's folder"] {
      #expect(run.output.contains("ok       \(subject): "), "\(run.output)")
    }
  }

  @Test(
    .enabled(if: hasNamespaces, "no other /etc can be mounted here"),
    arguments: [
      ("rm $ETC/home/.hushlogin", "login message", "touch "),
      ("echo $BOT >> $ETC/shells", "login shell", "from /etc/shells"),
      ("sed -i /^new:/d $ETC/passwd", "login shell", "usermod --shell"),
      ("rmdir $HOMEDIR/s", "store's folder", "install -d -o new -m 700"),
      ("chmod 666 $ETC/signup-bot/config.json", "configuration", "chmod go-w"),
      ("chmod 600 $ETC/signup-bot/config.json", "configuration", "chmod o+rX /etc/signup-bot/c"),
      ("chmod 700 $ETC/signup-bot", "configuration", "chmod o+rX /etc/signup-bot"),
      ("rm $ETC/signup-bot/config.json", "configuration", "create it"),
      ("echo '{}' > $ETC/signup-bot/config.json", "settings", "must be given in the restricted"),
      ("echo '{' > $ETC/signup-bot/config.json", "settings", "fix /etc/signup-bot"),
      (
        "echo '{\"accounts\": \"sqlite\"}' > $ETC/signup-bot/config.json", "store's folder",
        "sqlite-path"
      ),
    ])
  func `anything missing for the restricted mode is an error with advice`(
    change: String, subject: String, advice: String
  ) throws {
    let run = try checkup(
      config(), change: change.replacing("$HOMEDIR", with: scratch.path))
    #expect(run.status == 78, "\(run)")
    #expect(run.output.contains("error    \(subject): "), "\(run.output)")
    #expect(run.output.contains(advice), "\(run.output)")
  }

  static let policy = #"{"name": "p", "username": {"rules": []}, "password": {"rules": []}}"#

  @Test(
    .enabled(if: hasNamespaces, "no other /etc can be mounted here"),
    arguments: [
      (
        #""accounts": "mock", "policy": "/etc/own/f""#, "policy file", "can't read /etc/own/f,",
        "chmod o+r /etc/own/f"
      ),
      (
        #""scim-url": "http://127.0.0.1:1", "scim-token-file": "/etc/own/f""#, "token file",
        "can't read /etc/own/f,", "chmod 400 /etc/own/f"
      ),
      (
        #""accounts": "mock", "record": "/etc/own/t.chat""#, "recording",
        "can't create files in /etc/own,",
        "install -d -o new -m 700 /etc/own"
      ),
    ])
  func `a named file that only root can use is an error with advice`(
    setting: String, subject: String, why: String, advice: String
  ) throws {
    let prepare = """
      sed -i 's|^new:x:0:0:|new:x:12345:12345:|' $ETC/passwd; mkdir -m 755 $ETC/own
      echo '\(Self.policy)' > $ETC/own/f; chmod
      """
    let open = try checkup(
      "{\(setting)}", change: prepare + " 644 $ETC/own/f; chmod 777 $ETC/own")
    #expect(open.output.contains("ok       \(subject): new can "), "\(open)")
    let run = try checkup("{\(setting)}", change: prepare + " 600 $ETC/own/f")
    #expect(run.status == 78)
    #expect(run.output.contains("error    \(subject): new \(why)"), "\(run)")
    #expect(run.output.contains(advice), "\(run)")
    let shut = try checkup("{\(setting)}", change: prepare + " 700 $ETC/own")
    let closed = subject == "recording" ? why : "can't enter /etc/own,"
    #expect(shut.output.contains("error    \(subject): new \(closed)"), "\(shut)")
  }

  @Test func `--restricted is accepted only after doctor, and not in a login shell`() throws {
    let run = try Door.ordinary.run("--restricted doctor")
    #expect(run.status == 64 && run.errors.contains("subcommands and files can't be used"))
    let other = try Door.loginShell.run("doctor --restricted")
    #expect(other.status == 64 && other.output.isEmpty)
  }

  // MARK: - sshd

  static let shut = """
    disableforwarding yes
    permituserrc no
    permituserenvironment no
    acceptenv LANG
    acceptenv LC_*
    subsystem sftp /usr/lib/openssh/sftp-server
    """

  @Test func `sshd settings that allow nothing except the conversation pass`() {
    let findings = SSHServerCheckup.findings(of: Self.shut, "new")
    #expect(findings.map(\.level) == [.ok])
  }

  @Test(arguments: [
    ("disableforwarding yes", "disableforwarding no", "DisableForwarding yes"),
    ("permituserrc no", "permituserrc yes", "PermitUserRC no"),
    ("permituserenvironment no", "permituserenvironment yes", "PermitUserEnvironment no"),
    ("acceptenv LANG", "acceptenv LANG *", "AcceptEnv"),
    ("/usr/lib/openssh/sftp-server", "internal-sftp", "sftp-server"),
  ])
  func `anything that sshd leaves open is an error with advice`(
    good: String, bad: String, advice: String
  ) {
    let findings = SSHServerCheckup.findings(of: Self.shut.replacing(good, with: bad), "new")
    #expect(findings.map(\.level) == [.error])
    #expect(findings[0].advice?.contains(advice) == true)
  }
}
