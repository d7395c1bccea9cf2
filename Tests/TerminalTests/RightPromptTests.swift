import Testing

@testable import Terminal

@Suite struct RightPromptTests {
  @Test func `a line with the same number of columns is judged once, until it is woken`() {
    var count = 0
    var prompt = RightPrompt { _, _ in
      count += 1
      return LiveText("x", mayOutlast: true)
    }
    let isNew = [9, 9, 8].map { prompt.judge([97], room: $0) }
    #expect(isNew == [true, false, false], "the text is the same for fewer columns")
    #expect(count == 2)
    prompt.judgeAgain()
    _ = prompt.judge([97], room: 8)
    #expect(count == 3)
    prompt.end()
    _ = prompt.judge([98], room: 8)
    #expect(count == 3)
    #expect(prompt.text == "")
  }

  @Test func `a verdict that expires is judged again`() {
    let texts = ["0:01", ""]
    var count = 0
    var prompt = RightPrompt { _, _ in
      defer { count += 1 }
      let text = texts[min(count, 1)]
      return LiveText(text, mayOutlast: true, lasts: count == 0 ? .zero : nil)
    }
    let patience = (0..<3).map { _ in
      defer { _ = prompt.judge([97], room: 9) }
      return prompt.patience
    }
    #expect(patience == [nil, 0, nil], "no timeout remains")
    #expect(count == 2 && prompt.text.isEmpty)
  }

  @Test(arguments: [(80, 71), (9, 0), (8, 0), (6, 0), (3, 0)])
  func `the room equals the columns that libedit leaves for a right prompt`(columns: Int, room: Int)
  {
    let geometry = LineGeometry(prompt: "Name? ", line: [], cursor: 0)
    #expect(geometry.room(columns: columns) == room)
  }

  @Test func `a line that wraps leaves no room`() {
    let line = [Code](repeating: 0x6F22, count: 20)
    let geometry = LineGeometry(prompt: "Name? ", line: line, cursor: 0)
    #expect(geometry.room(columns: 80) == 80 - 6 - 40 - 3)
    #expect(geometry.room(columns: 40) == 0)
  }
}
