import TestSupport

/// Random input of people whose secrets are planted, and the options to run it with. The policies and
/// flows produce every form of the conversation, and the services fail wherever they can.
struct RandomInput: CustomStringConvertible {
  /// The service that stores the accounts.
  enum Service: CaseIterable { case mock, store, provider }

  struct Person {
    let name: String
    let password: String
    /// Differs from the password if the person mistypes.
    let repeated: String
  }

  private(set) var luck: FuzzCase
  let service: Service
  private let isSignIn: Bool
  private let hasRepeat: Bool
  private(set) var options: [String]
  private(set) var people: [Person] = []
  /// The whole input.
  private(set) var input = ""

  /// Everything that is meant as a secret.
  var planted: Set<String> { Set(people.flatMap { [$0.password, $0.repeated] }) }

  var description: String { "\(luck.name): \(options.joined(separator: " "))\n\(input)" }

  private init(_ fuzz: FuzzCase) {
    var luck = fuzz
    let service = luck.pick(Service.allCases)
    let policy = luck.pick(["rxswift", "combine", "simple", "local", "strict", "github", "moya"])
    // A sign-in at a provider would legitimately send the password in a request.
    let isSignIn = luck.happens(25) && service != .provider
    options = ["--policy", policy, "--flow", isSignIn ? "sign-in" : "sign-up"]
    options += ["--seed", "\(luck.below(1000))", "--locale", luck.pick(["en", "zh-Hans"])]
    if service == .mock {
      options += ["--mock-latency", "0s", "--mock-failures", luck.pick(["0/1", "1/2", "1/1"])]
      options += ["--mock-taken", "octocat,octofox", "--mock-unreachable", "octobat"]
    }
    self.service = service
    self.isSignIn = isSignIn
    hasRepeat = !isSignIn && policy != "simple" && policy != "moya"
    self.luck = luck
  }

  private mutating func person(_ index: Int) -> Person {
    let names = [
      "octodog", "octocat", "octobat", "octofox", "octohen\(index)", "octohen\(index)", "bad name",
      "-", "/help", "/quit", "/edit", "//undo", "/nonsense", "yes", "no", "1", "admin", "x", "章鱼",
      "retry",
    ]
    let password = secret("password")
    return Person(
      name: luck.pick(names), password: password,
      repeated: luck.happens(85) ? password : secret("other"))
  }

  /// A secret that every policy accepts, one that most refuse, or one that looks like something else.
  private mutating func secret(_ kind: String) -> String {
    let word = String(luck.next(), radix: 36)
    return luck.pick([
      "Zq7-\(kind)-\(word)-kjwp", "Zq7-\(kind)-\(word)-kjwp", "Zq7-\(kind)-\(word)-kjwp",
      "q\(word)", "/Zq7\(word)", "Zq7 \(word) kjwp mnbv", "{Zq7\(word)",
    ])
  }

  // MARK: - Bare lines

  static func bare(_ luck: FuzzCase) -> RandomInput {
    var random = RandomInput(luck)
    random.makeBare()
    return random
  }

  private mutating func makeBare() {
    options += ["--record", "r.chat"]
    if luck.happens(20) { options += ["--format", "jsonl"] }
    guard luck.happens(60) else {
      if luck.happens(60) { options += ["--yes"] }
      people = [person(0)]
      var lines = lines(of: people[0])
      // The last line may be missing, or more lines may follow it.
      switch luck.below(5) {
      case 1: lines.removeLast()
      case 2: lines.append(people[0].password)
      case 3: lines += ["yes", people[0].password, "octodog", people[0].password]
      default: break
      }
      input = lines.map { $0 + "\n" }.joined()
      return
    }
    options += ["--repeat"]
    people = (0...luck.below(4)).map { person($0) }
    // A record may have one line too few, or one or two too many, or it may run into the next record.
    // It never does both: the result could have the right number of lines, and then no one could
    // detect the fault.
    let mayRunTogether = luck.happens(40)
    if luck.happens(20) { input = "\n" }
    for person in people {
      var lines = lines(of: person)
      if !mayRunTogether {
        switch luck.below(6) {
        case 1: lines.remove(at: luck.below(lines.count))
        case 2: lines.insert(person.password, at: luck.below(lines.count))
        case 3: lines += [person.password, "yes"]
        default: break
        }
      }
      input += lines.map { $0 + "\n" }.joined()
      if !mayRunTogether || luck.happens(50) {
        input += luck.pick(["\n", " \t\n", "\n\n", "\r\n"])
      }
    }
  }

  private func lines(of person: Person) -> [String] {
    [person.name, person.password] + (hasRepeat ? [person.repeated] : [])
  }

  // MARK: - Events

  /// Each person's events may be missing, repeated, mangled or refused.
  static func events(_ luck: FuzzCase) -> RandomInput {
    var random = RandomInput(luck)
    random.makeEvents()
    return random
  }

  private mutating func makeEvents() {
    options.append("--repeat")
    if luck.happens(30) { options.append("--yes") }
    if luck.happens(30) { options.append("--unattended") }
    // Without `started`, two faults that cancel each other out can't be detected.
    let saysStarted = luck.happens(75)
    var faults = saysStarted ? Int.max : 1
    people = (0...luck.below(4)).map { person($0) }
    for person in people {
      var events = events(of: person)
      if saysStarted { events.insert(#"{"started":{}}"#, at: 0) }
      while faults > 0, luck.happens(40) {
        faults -= 1
        spoil(&events, keepingFirst: saysStarted, of: person)
      }
      input += events.map { $0 + "\n" }.joined()
    }
  }

  private mutating func events(of person: Person) -> [String] {
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

  private mutating func spoil(_ events: inout [String], keepingFirst: Bool, of person: Person) {
    let first = keepingFirst ? 1 : 0
    guard events.count > first else { return }
    let place = first + luck.below(events.count - first)
    switch luck.below(8) {
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
