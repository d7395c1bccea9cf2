import Glibc
import Testing

@testable import Terminal

@Suite struct EchoTests {
  /// Returns the output that `body` writes.
  private func written(_ body: (Screen) -> Void) -> String {
    var ends: [CInt] = [-1, -1]
    pipe(&ends)
    body(Screen(output: ends[1]))
    close(ends[1])
    defer { close(ends[0]) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(ends[0], &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  @Test(arguments: ["x", "\r\u{1B}[12Gx"])
  func `a character that is already drawn is not written again when libedit draws it`(
    drawing: String
  ) {
    let text = written { screen in
      var echo = Echo()
      echo.follow(column: 11, room: 20)
      echo.draw("x", on: screen)
      screen.put(drawing)
      echo.settle(with: screen)
      screen.flush()
      #expect(!echo.isDrawn)
    }
    #expect(text == "x")
  }

  @Test func `a different drawing begins where libedit assumes the cursor to be`() {
    let text = written { screen in
      var echo = Echo()
      echo.follow(column: 11, room: 20)
      echo.draw("x", on: screen)
      screen.put("xy")
      echo.settle(with: screen)
      screen.flush()
    }
    #expect(text == "x\u{08}xy")
  }

  @Test func `each character uses one column, and the last four columns are reserved for libedit`()
  {
    let text = written { screen in
      var echo = Echo()
      echo.follow(column: 10, room: 6)
      for glyph in ["a", "b", "c"] {
        echo.draw(glyph, on: screen)
        screen.put(glyph)
        echo.settle(with: screen)
        screen.drop()
      }
    }
    #expect(text == "ab")
  }

  @Test func `nothing is drawn after any other change`() {
    let text = written { screen in
      var echo = Echo()
      echo.follow(column: 10, room: 20)
      echo.end()
      echo.draw("a", on: screen)
      #expect(!echo.isDrawn)
    }
    #expect(text == "")
  }
}
