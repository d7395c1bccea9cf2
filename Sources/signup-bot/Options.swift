import ArgumentParser
import Chat

/// The options of a conversation, as texts: `Settings` reads them, so that a wrong one is named the same
/// way wherever it was given.
struct Options: ParsableArguments {
  @Option(help: "What the conversation is for: sign-up or sign-in.")
  var flow: String?

  @OptionGroup var service: ServiceOptions

  @Option(
    help: "The rules: rxswift, combine, simple, moya, local, github, strict, or a JSON file.")
  var policy: String?

  @Option(help: ArgumentHelp("Names that the mock says are taken.", valueName: "a,b"))
  var mockTaken: String?

  @Option(help: ArgumentHelp("Names for which the mock can't be reached.", valueName: "a,b"))
  var mockUnreachable: String?

  @Option(
    help: ArgumentHelp("How long each of the mock's calls takes (1.5s).", valueName: "duration"))
  var mockLatency: String?

  @Option(
    help: ArgumentHelp("How many of the mock's sign-ups fail (1/3).", valueName: "n/m"))
  var mockFailures: String?

  @Option(
    help: ArgumentHelp("Where GitHub's pages are (https://github.com).", valueName: "url"))
  var githubUrl: String?

  @Option(
    help: ArgumentHelp("Where GitHub's API is (https://api.github.com).", valueName: "url"))
  var githubApiUrl: String?

  @Option(
    help: ArgumentHelp(
      "How GitHub is asked to sign somebody in: user or authorizations.", valueName: "call"))
  var githubSignIn: String?

  @Option(help: "What the mock's luck and a transcript's secrets are made from.")
  var seed: String?

  @Option(help: "The language: en or zh-Hans. Otherwise LC_ALL, LC_MESSAGES or LANG says.")
  var locale: String?

  @Option(help: "Colours: auto, always or never.")
  var color: String?

  @Flag(help: "Plain output: it appends only, and says Error: and OK: in words.")
  var plain = false

  @Flag(help: "Answer the review with yes.")
  var yes = false

  @Flag(
    help: ArgumentHelp(
      "No one is there to choose: no offer, no \"what now?\". Bare answers are always like this."))
  var unattended = false

  @Flag(
    name: .customLong("repeat"),
    help: "Bare answers, or a program's events: the next conversation while input remains.")
  var repeats = false

  @Flag(
    help: ArgumentHelp(
      "For strangers: starts no program, takes only the operator's settings, and keeps nobody in mind."
    ))
  var restricted = false

  @Option(help: ArgumentHelp("Keep the conversation as a transcript.", valueName: "file"))
  var record: String?

  @Option(help: "How records are printed: text, or jsonl, one JSON object a line.")
  var format: String?

  /// What was given on the command line.
  var raw: RawSettings {
    var raw = service.raw
    func add(_ key: SettingKey, _ text: String?) {
      if let text { raw.add(key, text, from: .commandLine) }
    }
    add(.flow, flow)
    add(.policy, policy)
    add(.mockTaken, mockTaken)
    add(.mockUnreachable, mockUnreachable)
    add(.mockLatency, mockLatency)
    add(.mockFailures, mockFailures)
    add(.githubURL, githubUrl)
    add(.githubAPIURL, githubApiUrl)
    add(.githubSignIn, githubSignIn)
    add(.seed, seed)
    add(.locale, locale)
    add(.color, color)
    add(.plain, plain ? "true" : nil)
    add(.yes, yes ? "true" : nil)
    add(.unattended, unattended ? "true" : nil)
    add(.repeats, repeats ? "true" : nil)
    add(.restricted, restricted || Restriction.isOn ? "true" : nil)
    add(.record, record)
    add(.format, format)
    return raw
  }
}
