import Accounts

extension SplitMix64 {
  mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: choices.indices, using: &self)]
  }
}

/// Random bare input and the options to run it with. The people have planted secrets, the policies
/// and flows produce every form of the conversation, and the services fail wherever they can.
struct BareStream: RandomInput {
  struct Person {
    let name: String
    /// The lines after the name.
    let secrets: [String]
  }

  let seed: UInt64
  private(set) var service: RandomInputTests.Service
  private(set) var isMany: Bool
  private(set) var options: [String] = []
  private(set) var people: [Person] = []
  /// The whole input.
  private(set) var input = ""

  /// Every line that is meant as a secret.
  var planted: Set<String> { Set(people.flatMap(\.secrets)) }

  var accounts: [RandomInputTests.Account] { people.map { ($0.name, $0.secrets[0]) } }

  init(seed: UInt64) {
    self.seed = seed
    var luck = SplitMix64(seed: seed)
    service = luck.pick(RandomInputTests.Service.allCases)
    isMany = luck.happens(60)
    let policy = luck.pick(["rxswift", "combine", "simple", "local", "strict", "github", "moya"])
    // A sign-in at a provider would legitimately send the password in a request.
    let isSignIn = service != .provider && luck.happens(30)
    let hasRepeat = !isSignIn && policy != "simple" && policy != "moya"
    options = ["--seed", "\(seed)", "--locale", luck.pick(["en", "zh-Hans"]), "--policy", policy]
    options += ["--record", "r.chat"]
    options += ["--flow", isSignIn ? "sign-in" : "sign-up"]
    if isMany { options += ["--repeat"] } else if luck.happens(60) { options += ["--yes"] }
    if luck.happens(20) { options += ["--format", "jsonl"] }
    if service == .mock {
      options += ["--mock-latency", "0s", "--mock-failures", luck.pick(["0/1", "1/2", "1/1"])]
      options += ["--mock-taken", "octocat,octofox", "--mock-unreachable", "octobat"]
    }
    people = (0..<(isMany ? Int.random(in: 1...4, using: &luck) : 1)).map { index in
      Self.person(index, fields: hasRepeat ? 3 : 2, &luck)
    }
    input = isMany ? Self.records(people, &luck) : Self.lines(people[0], &luck)
  }

  private static func person(_ index: Int, fields: Int, _ luck: inout SplitMix64) -> Person {
    let names = [
      "octodog", "octocat", "octobat", "octofox", "octohen\(index)", "bad name", "-", "/help",
      "/quit", "/edit", "//undo", "/nonsense", "yes", "no", "1", "admin", "x", "章鱼", "retry",
    ]
    func secret(_ kind: String) -> String {
      let word = String(luck.next(), radix: 36)
      // A secret that every policy accepts, one that most refuse, and some that look like something
      // else.
      return luck.pick([
        "Zq7-\(kind)-\(word)-kjwp", "Zq7-\(kind)-\(word)-kjwp", "Zq7-\(kind)-\(word)-kjwp",
        "q\(word)", "/Zq7\(word)", "Zq7 \(word) kjwp mnbv", "{Zq7\(word)",
      ])
    }
    let password = secret("password")
    let repeated = luck.happens(85) ? password : secret("other")
    return Person(
      name: luck.pick(names),
      secrets: fields == 3 ? [password, repeated] : [password])
  }

  /// One person's lines. The last one may be missing, or more lines may follow it.
  private static func lines(_ person: Person, _ luck: inout SplitMix64) -> String {
    var lines = [person.name] + person.secrets
    switch luck.pick([0, 0, 1, 2, 3]) {
    case 1: lines.removeLast()
    case 2: lines.append(person.secrets[0])
    case 3: lines += ["yes", person.secrets[0], "octodog", person.secrets[0]]
    default: break
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Everyone's lines. A record may have one line too few, or one or two too many, or it may run
  /// into the next record. It never does both: the result could have the right number of lines, and
  /// then no one could detect the fault.
  private static func records(_ people: [Person], _ luck: inout SplitMix64) -> String {
    let mayRunTogether = luck.happens(40)
    var text = luck.happens(20) ? "\n" : ""
    for person in people {
      var lines = [person.name] + person.secrets
      if !mayRunTogether {
        switch luck.pick([0, 0, 0, 1, 2, 3]) {
        case 1: lines.remove(at: luck.pick(Array(lines.indices)))
        case 2: lines.insert(person.secrets[0], at: luck.pick(Array(lines.indices)))
        case 3: lines += [person.secrets[0], "yes"]
        default: break
        }
      }
      text += lines.map { $0 + "\n" }.joined()
      if !mayRunTogether || luck.happens(50) { text += luck.pick(["\n", " \t\n", "\n\n", "\r\n"]) }
    }
    return text
  }
}
