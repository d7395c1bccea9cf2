import Testing
import Text

@testable import Terminal

@Suite struct SpinnerTests {
  private let style = Style(color: .never, term: "xterm", isTerminal: true)

  private func frame(_ milliseconds: Int, _ label: String = "Checking", columns: Int = 80)
    -> String?
  {
    Spinner.frame(
      elapsed: .milliseconds(milliseconds), label: label, columns: columns, style: style)
  }

  @Test func `the spinner appears only after a short wait`() {
    #expect(frame(0) == nil)
    #expect(frame(199) == nil)
    #expect(frame(200) != nil)
  }

  @Test func `the seconds appear after three seconds`() {
    #expect(frame(2999)?.hasSuffix("Checking") == true)
    #expect(frame(3000)?.hasSuffix("Checking 3 s") == true)
    #expect(frame(61_900)?.hasSuffix(" 61 s") == true)
  }

  @Test func `the spinner turns`() {
    #expect(frame(400) != frame(480))
  }

  @Test(arguments: 1...30)
  func `the spinner never reaches the last column`(columns: Int) {
    let frame = frame(3000, "Checking 汉字汉字 for a while", columns: columns)
    #expect(displayWidth(of: frame ?? "") < max(columns, 1))
  }

  @Test func `a plain style has no spinner`() {
    let plain = Style(plain: true, term: "xterm", isTerminal: true)
    #expect(Spinner.frame(elapsed: .seconds(5), label: "x", columns: 80, style: plain) == nil)
  }
}
