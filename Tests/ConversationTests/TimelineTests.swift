import Secrets
import Testing

@testable import Conversation

struct TimelineTests {
  @Test func `F77 only the last hundred of many changes can be undone and redone`() {
    var timeline = Timeline<Int, Int>()
    for number in 1...12_000 { timeline.record(number, before: number - 1, after: number) }
    var state = 12_000
    while let change = timeline.undo(from: state) { state = change.before }
    #expect(state == 11_900)
    while let change = timeline.redo() { state = change.after }
    #expect(state == 12_000)
  }

  @Test func `F77 the secrets of dropped changes are wiped`() {
    var timeline = Timeline<Secret, Int>()
    weak var first: Secret?
    weak var last: Secret?
    var standing = Secret("first")
    first = standing
    for number in 1...101 {
      let next = Secret("secret \(number)")
      timeline.record(number, before: standing, after: next)
      standing = next
      if number == 2 { last = next }
    }
    #expect(first == nil)
    #expect(withExtendedLifetime(timeline) { last } != nil)
  }
}
