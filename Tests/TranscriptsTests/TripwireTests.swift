import Secrets
import Testing

@testable import Transcripts

/// Text that is about to be written is searched for secrets.
struct TripwireTests {
  private func tripwire(keepsAll: Bool = true, shortest: Int = 4, known: String = "") -> Tripwire {
    Tripwire(keepsAll: keepsAll, shortest: shortest) { known }
  }

  @Test func `a secret is found by its bytes, at its position`() {
    let tripwire = tripwire()
    tripwire.watch(Secret("hunter2"))
    #expect(tripwire.firstHit(in: "bot> Hello\n") == nil)
    #expect(tripwire.firstHit(in: "hunter2") == 0)
    #expect(tripwire.firstHit(in: "é hunter2") == 3)
    #expect(tripwire.firstHit(in: "xhunter2\u{301}y") == 1)
    #expect(tripwire.firstHit(in: "HUNTER2 hunter hunter 2") == nil)
  }

  @Test func `the position of the first of several secrets is returned`() {
    let tripwire = tripwire()
    tripwire.watch(Secret("second"))
    tripwire.watch(Secret("first"))
    #expect(tripwire.firstHit(in: "a first, a second") == 2)
    #expect(tripwire.firstHit(in: "a second, a first") == 2)
  }

  @Test func `secrets below the minimum length are ignored`() {
    let tripwire = tripwire(shortest: 6)
    tripwire.watch(Secret("12345"))
    #expect(tripwire.firstHit(in: "12345") == nil)
    tripwire.watch(Secret("123456"))
    #expect(tripwire.firstHit(in: "123456") == 0)
  }

  @Test func `a secret that occurs in the bot's own words is ignored`() {
    let tripwire = tripwire(known: "bot> Password again?")
    tripwire.watch(Secret("Password"))
    tripwire.watch(Secret("hunter2"))
    #expect(tripwire.firstHit(in: "bot> Password again?") == nil)
    #expect(tripwire.firstHit(in: "Password hunter2") == 9)
  }

  @Test
  func `a secret entered visibly before is ignored, and one entered visibly afterwards is not`() {
    let tripwire = tripwire()
    tripwire.hear("my name is octodog")
    tripwire.watch(Secret("octodog"))
    tripwire.watch(Secret("hunter2"))
    tripwire.hear("hunter2")
    #expect(tripwire.firstHit(in: "octodog") == nil)
    #expect(tripwire.firstHit(in: "hunter2") == 0)
  }

  @Test func `a reset forgets all answers and secrets`() {
    let tripwire = tripwire()
    tripwire.hear("octodog")
    tripwire.watch(Secret("hunter2"))
    tripwire.reset()
    #expect(tripwire.firstHit(in: "hunter2") == nil)
    tripwire.watch(Secret("octodog"))
    #expect(tripwire.firstHit(in: "octodog") == 0)
  }

  @Test func `a refused secret is detected during its turn, and released at the next question`() {
    let tripwire = tripwire(keepsAll: false)
    weak var seen: Secret?
    do {
      let secret = Secret("hunter2")
      seen = secret
      tripwire.watch(secret)
    }
    #expect(seen != nil)
    #expect(tripwire.firstHit(in: "hunter2") == 0)
    tripwire.turnEnded()
    #expect(seen == nil)
    #expect(tripwire.firstHit(in: "hunter2") == nil)
  }

  @Test func `an accepted secret is detected as long as it is retained elsewhere`() {
    let tripwire = tripwire(keepsAll: false)
    var draft: Secret? = Secret("hunter2")
    tripwire.watch(draft!)
    for _ in 0..<3 { tripwire.turnEnded() }
    #expect(tripwire.firstHit(in: "hunter2") == 0)
    draft = nil
    #expect(tripwire.firstHit(in: "hunter2") == nil)
  }

  @Test func `a secret entered twice is detected until both copies are gone`() {
    let tripwire = tripwire(keepsAll: false)
    let kept = Secret("hunter2")
    tripwire.watch(kept)
    tripwire.watch(Secret("hunter2"))
    tripwire.turnEnded()
    #expect(withExtendedLifetime(kept) { tripwire.firstHit(in: "hunter2") } == 0)
  }

  @Test func `a transcript's secrets are kept until its end`() {
    let tripwire = tripwire()
    tripwire.watch(Secret("hunter2"))
    for _ in 0..<3 { tripwire.turnEnded() }
    #expect(tripwire.firstHit(in: "hunter2") == 0)
  }

  /// Each secret takes several pages of guarded memory, of which a process can have about ten
  /// thousand.
  @Test func `the first 4,096 different secrets of a hundred thousand are detected`() {
    let tripwire = tripwire()
    for number in 0..<50_000 {
      tripwire.watch(Secret("hunter2"))
      tripwire.watch(Secret("secret-\(number)."))
    }
    #expect(tripwire.firstHit(in: "hunter2") == 0)
    #expect(tripwire.firstHit(in: "secret-1000.") == 0)
    #expect(tripwire.firstHit(in: "secret-4100.") == nil)
  }

  @Test func `a file's tripwire adopts its transcripts' secrets, up to a maximum`() {
    let (file, first, second) = (tripwire(), tripwire(), tripwire())
    first.watch(Secret("hunter2"))
    first.hear("octodog")
    second.watch(Secret("octodog"))
    second.watch(Secret("hunter3"))
    second.watch(Secret("hunter4"))
    file.join(first, most: 2)
    file.join(second, most: 2)
    #expect(file.firstHit(in: "hunter2") == 0)
    #expect(file.firstHit(in: "octodog") == nil, "it was entered visibly before")
    #expect(file.firstHit(in: "hunter3") == 0)
    #expect(file.firstHit(in: "hunter4") == nil)
  }

  @Test func `a secret in text that is independent of the secrets is ignored`() {
    let (tripwire, file) = (tripwire(), tripwire())
    tripwire.expect { "https://example.com/join" }
    tripwire.watch(Secret("example"))
    tripwire.watch(Secret("hunter2"))
    #expect(tripwire.firstHit(in: "https://example.com/octodog") == nil)
    #expect(tripwire.firstHit(in: "example hunter2") == 8)
    file.join(tripwire, most: 9)
    #expect(file.firstHit(in: "example hunter2") == 8)
    tripwire.reset()
    tripwire.watch(Secret("example"))
    #expect(tripwire.firstHit(in: "example") == 0)
  }

  @Test func `an answer that holds a secret makes it no known text`() {
    let tripwire = tripwire()
    tripwire.expect(forAnswer: { "https://example.com/" + $0 })
    for secret in ["com/dee", "hunter2"] { tripwire.watch(Secret(secret)) }
    for answer in ["dee", "hunter2"] { tripwire.hear(answer) }
    #expect(tripwire.firstHit(in: "at https://example.com/dee") == nil)
    #expect(tripwire.firstHit(in: "at https://example.com/hunter2") == 23)
    let file = self.tripwire()
    file.join(tripwire, most: 2)
    #expect(file.firstHit(in: "at https://example.com/dee") == nil)
    #expect(file.firstHit(in: "at https://example.com/hunter2") == 23)
  }

  @Test func `the latest edited text and the last 256 visible answers count`() {
    let tripwire = tripwire()
    tripwire.hear(typed: "hunter2")
    tripwire.hear(typed: "octodog")
    for number in 0...256 { tripwire.hear("name-\(number).") }
    for secret in ["octodog", "name-256.", "name-1."] { tripwire.watch(Secret(secret)) }
    #expect(tripwire.firstHit(in: "octodog name-256. name-1.") == nil)
    tripwire.watch(Secret("hunter2"))
    #expect(tripwire.firstHit(in: "hunter2") == 0)
    tripwire.watch(Secret("name-0."))
    #expect(tripwire.firstHit(in: "name-0.") == 0)
  }
}
