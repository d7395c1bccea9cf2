import Chat
import Conversation

struct TerminalTalk {
  let given: RawSettings
  func run() async throws -> Outcome { fatalError() }
}
