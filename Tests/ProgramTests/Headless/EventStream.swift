import Accounts

/// Random events of many people and the options to run them with. Secrets are planted, and each
/// person's events may be missing, repeated, mangled or refused.
struct EventStream: RandomInput {
  struct Person {
    let name: String
    let password: String
    /// Differs from the password if the person mistypes.
    let repeated: String
  }

  let seed: UInt64
  private(set) var service: RandomInputTests.Service
  private(set) var options: [String] = []
  private(set) var people: [Person] = []
  /// The input, one event per line.
  private(set) var input = ""

  /// Every value that is meant as a secret.
  var planted: Set<String> { Set(people.flatMap { [$0.password, $0.repeated] }) }

  var accounts: [RandomInputTests.Account] { people.map { ($0.name, $0.password) } }

  init(seed: UInt64) {
    self.seed = seed
    var luck = SplitMix64(seed: seed)
    service = luck.pick(RandomInputTests.Service.allCases)
    let policy = luck.pick(["rxswift", "combine", "simple", "local", "strict", "github", "moya"])
    let isSignIn = service != .provider && luck.happens(20)
    let hasRepeat = !isSignIn && policy != "simple" && policy != "moya"
    options = ["--repeat", "--seed", "\(seed)", "--policy", policy]
    options += ["--flow", isSignIn ? "sign-in" : "sign-up"]
    if luck.happens(30) { options.append("--yes") }
    if luck.happens(30) { options.append("--unattended") }
    if service == .mock {
      options += ["--mock-latency", "0s", "--mock-failures", luck.pick(["0/1", "1/2", "1/1"])]
      options += ["--mock-taken", "octocat,octofox", "--mock-unreachable", "octobat"]
    }
    // Without `started`, two faults that cancel each other out can't be detected.
    let saysStarted = luck.happens(75)
    var faults = saysStarted ? Int.max : 1
    people = (0..<Int.random(in: 1...4, using: &luck)).map { Self.person($0, &luck) }
    for person in people {
      var events = Self.events(of: person, isSignIn, hasRepeat, &luck)
      if saysStarted { events.insert(#"{"started":{}}"#, at: 0) }
      while faults > 0, luck.happens(40) {
        faults -= 1
        Self.spoil(&events, keepingFirst: saysStarted, of: person, &luck)
      }
      input += events.map { $0 + "\n" }.joined()
    }
  }

  private static func person(_ index: Int, _ luck: inout SplitMix64) -> Person {
    let names = [
      "octodog", "octocat", "octobat", "octofox", "octohen\(index)", "octohen\(index)",
      "octohen\(index)", "bad name", "/help", "yes", "no", "1", "admin", "章鱼",
    ]
    func secret(_ kind: String) -> String {
      let word = String(luck.next(), radix: 36)
      return luck.pick([
        "Zq7-\(kind)-\(word)-kjwp", "Zq7-\(kind)-\(word)-kjwp", "Zq7-\(kind)-\(word)-kjwp",
        "q\(word)", "Zq7 \(word) kjwp mnbv",
      ])
    }
    let password = secret("password")
    return Person(
      name: luck.pick(names), password: password,
      repeated: luck.happens(85) ? password : secret("other"))
  }

  private static func events(
    of person: Person, _ isSignIn: Bool, _ hasRepeat: Bool, _ luck: inout SplitMix64
  ) -> [String] {
    func typed(_ field: String, _ value: String) -> String {
      #"{"textEdited":{"field":"\#(field)","secret":"\#(value)"}}"#
    }
    var events = [Events.text((person.name.hasPrefix("/") ? "/" : "") + person.name)]
    if luck.happens(70) {
      events.append(Events.secret(person.password))
      if hasRepeat { events.append(Events.secret(person.repeated)) }
      if isSignIn { return events }
      return events + [luck.happens(50) ? Events.text("yes") : #"{"signUpRequested":{}}"#]
    }
    events.append(typed("password", person.password))
    if hasRepeat { events.append(typed("repeat", person.repeated)) }
    return events + [#"{"signUpRequested":{}}"#]
  }

  private static func spoil(
    _ events: inout [String], keepingFirst: Bool, of person: Person, _ luck: inout SplitMix64
  ) {
    let first = keepingFirst ? 1 : 0
    guard events.count > first else { return }
    let place = Int.random(in: first..<events.count, using: &luck)
    switch luck.pick(Array(0..<8)) {
    case 0, 1: events.remove(at: place)
    case 2: events.insert(events[place], at: place)
    case 3: events[place].removeLast()
    case 4:
      let command = luck.pick(["quit", "back", "undo", "fly"])
      events.insert(#"{"command":"\#(command)"}"#, at: place)
    case 5: events.insert(Events.secret(person.password), at: place)
    case 6: events.insert(#"{"interrupted":{}}"#, at: place)
    // The event that begins the person's conversation may be mangled, too.
    default: events[0].removeLast()
    }
  }
}
