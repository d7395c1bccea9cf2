import Foundation

/// A run without a terminal that a signal ends during a sign-up.
struct StoppedRun {
  /// The form of the input.
  enum Form: String, CaseIterable {
    case answers, records, events, eventsOfMany, transcript, transcripts

    var isOfMany: Bool {
      switch self {
      case .answers, .events, .transcript: false
      case .records, .eventsOfMany, .transcripts: true
      }
    }

    var isOfEvents: Bool { self == .events || self == .eventsOfMany }

    /// The lines of one person.
    private func lines(_ name: String) -> [String] {
      let password = StoppedRun.password
      switch self {
      case .answers: return [name, password, password, "yes"]
      case .records: return [name, password, password, ""]
      case .events, .eventsOfMany:
        let secret = Events.secret(password)
        return [#"{"started":{}}"#, Events.text(name), secret, secret, Events.text("yes")]
      case .transcript, .transcripts:
        return [
          "@ transcript 1", "@ accounts mock", "@ secret p strong", "you> \(name)", "key> p",
          "key> p", "you> yes", "end> signed-up exit=0 username=\(name)",
        ]
      }
    }

    /// The number of the line with which the second person begins.
    var secondPerson: Int { lines("").count + 1 }

    func input(_ names: [String]) -> String {
      names.flatMap(lines).map { $0 + "\n" }.joined()
    }

    var option: String { self == .records || self == .eventsOfMany ? "--repeat" : "" }

    /// Shell commands that connect the input to the program, whose stdin is `$HOME/stdin`.
    var feeding: String {
      // A program that sends events doesn't end its stream while it waits for records.
      isOfEvents
        ? "mkfifo $HOME/stdin; exec 5<> $HOME/stdin; cat $HOME/in >&5"
        : "ln -s $HOME/in $HOME/stdin"
    }
  }

  /// The signals that end a run.
  static let signals = [
    ("INT", SIGINT), ("TERM", SIGTERM), ("HUP", SIGHUP), ("QUIT", SIGQUIT),
  ]

  static let password = "xqzv-kjwp-fmgh-ty9"

  let status: Int32
  let output: String
  let errors: String

  /// - Parameters:
  ///   - signal: The signal's name, without `SIG`.
  ///   - name: Whose sign-up is under way when the signal is sent.
  ///   - then: Shell commands to run between the beginning of the sign-up and the signal.
  init(
    _ form: Form, _ names: [String], _ options: String, _ signal: String, during name: String,
    then: String = "", in scratch: Scratch
  ) throws {
    try scratch.file("in", form.input(names))
    let run = try scratch.shell(
      """
      \(form.feeding); mkfifo $HOME/out
      # A shell lets what it starts in the background ignore INT and QUIT.
      env --default-signal=INT,QUIT $BOT \(options) \(form.option) \
        < $HOME/stdin > $HOME/out 2> $HOME/err & pid=$!
      exec 4< $HOME/out
      while read -r line <&4; do
        printf '%s\\n' "$line"
        case $line in *"Signing up \(name) "*) break;; esac
      done
      \(then)
      kill -\(signal) $pid
      cat <&4
      wait $pid
      """)
    status = run.status
    output = run.output
    errors = try scratch.text("err")
  }

  /// Whether the output says that an account was created.
  func tellsCreation(of name: String) -> Bool {
    output.contains("You are signed up as \(name)")
      || errors.contains("; \(name) is signed up\n")
  }

  /// Whether the output says that an account may have been created.
  func tellsDoubt(about name: String) -> Bool {
    errors.contains("it is unknown whether \(name) is signed up\n")
  }
}
