import Accounts
import ArgumentParser
import Chat
import Replay
import Runtime
import Text

/// Prints a policy as JSON, from which users can make their own.
struct PolicyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy",
    abstract: "List the policies, or print one as JSON, from which you can make your own.")

  @Argument(
    help: "rxswift, combine, simple, moya, local, github or strict.",
    completion: .list(Policy.named.map(\.name)))
  var name: String?

  /// Returns the completions of `--policy`: the names of the policies and the paths of JSON files.
  static func completions(of prefix: String) -> [String] {
    let slash = prefix.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(prefix[...$0]) } ?? ""
    let files = TranscriptFiles.names(in: folder.isEmpty ? "." : folder, endingIn: ".json")
    return Policy.named.map(\.name) + files.map { folder + $0 }
  }

  func run() throws {
    Process.prepare()
    do {
      let stdout = OutputStream(descriptor: 1, name: "stdout")
      guard let name else {
        return try stdout.write(Policy.named.map { $0.name + "\n" }.joined())
      }
      guard let policy = Policy.named.first(where: { $0.name == name }) else {
        let hint = nearest(to: name, among: Policy.named.map(\.name))
        Exit.complain(
          "there is no policy \(shortened(name)); "
            + (hint.map { "did you mean \($0)?" } ?? "\"signup-bot policy\" lists them"))
        throw Exit.usage
      }
      try stdout.write(policy.json)
    } catch {
      throw Exit.status(for: error, input: "stdin")
    }
  }
}
