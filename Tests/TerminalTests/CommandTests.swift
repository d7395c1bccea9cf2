import Testing

@testable import Terminal

@Suite struct CommandTests {
  @Test(
    arguments: [
      (.character("a"), .insert), (.invalid(0xFF), .insert), (.control(0), .insert),
      (.control(0x0A), .enter), (.control(0x0D), .enter), (.control(0x7F), .deleteBackward),
      (.backTab, .back), (.delete, .deleteForward), (.control(0x16), .beep),
      (.control(0x18), .beep), (.meta(0x2E), .beep), (.escape, .ignore),
    ] as [(Key, EditCommand)])
  func `a key has the same meaning at every question`(key: Key, command: EditCommand) {
    #expect(EditCommand(key, isSecret: false) == command)
    #expect(EditCommand(key, isSecret: true) == command)
  }

  @Test(
    arguments: [
      (.control(9), .complete, .beep), (.up, .older, .beep), (.control(0x0E), .newer, .beep),
      (.control(0x12), .beep, .show), (.control(0x14), .run(.transpose), .beep),
      (.meta(0x75), .run(.upperCase), .beep), (.control(0x19), .run(.yank), .beep),
      (.control(0x1F), .undo, .beep),
    ] as [(Key, EditCommand, EditCommand)])
  func `a secret has no history, completion, case changes, yank or undo`(
    key: Key, ordinary: EditCommand, secret: EditCommand
  ) {
    #expect(EditCommand(key, isSecret: false) == ordinary)
    #expect(EditCommand(key, isSecret: true) == secret)
  }
}
