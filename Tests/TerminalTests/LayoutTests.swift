import Testing

@testable import Terminal

@Suite struct LayoutTests {
  private func place(_ widths: [Int], width: Int) -> [Int] {
    var layout = Layout(width: width)
    for columns in widths { layout.advance(columns) }
    return [layout.row, layout.column]
  }

  @Test func `text wraps at the edge`() {
    #expect(place([1, 1, 1], width: 4) == [0, 3])
    #expect(place([1, 1, 1, 1], width: 4) == [1, 0])
  }

  @Test func `a wide character does not extend past the edge`() {
    #expect(place([1, 1, 1, 2], width: 4) == [1, 2])
    #expect(place([2, 2], width: 4) == [1, 0])
  }

  @Test(arguments: [0, 1, -5])
  func `F43 an impossible width is treated as 80`(width: Int) {
    #expect(Layout(width: width).width == 80)
  }
}
