import Accounts
import ArgumentParser
import Chat
import Replay
import Runtime
import Text

/// Prints a policy as JSON, from which users can make their own, or checks such a file.
struct PolicyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy",
    abstract:
      "List the policies, print one as JSON, from which you can make your own, or check a file.",
    discussion: """
      Without an argument, the names of the policies are listed. The name of one prints it as JSON. \
      A file is checked, and the form that it makes is printed: every question in its order, with \
      its rules, its default and where the answer is kept. A file that can't be used is refused \
      with the place and the reason (status 78).
      """)

  @Argument(
    help: "rxswift, combine, simple, moya, local, github, strict, or a file.",
    completion: .custom { _, _, prefix in PolicyCommand.completions(of: prefix) })
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
      if let policy = Policy.named.first(where: { $0.name == name }) {
        return try stdout.write(policy.json)
      }
      guard Policy.isFile(name, at: name) else {
        let hint = nearest(to: name, among: Policy.named.map(\.name))
        Exit.complain(
          "there is no policy \(shortened(name)); "
            + (hint.map { "did you mean \($0)?" } ?? "\"signup-bot policy\" lists them"))
        throw Exit.usage
      }
      try stdout.write(Policy(file: name, InputFile.small).form)
    } catch let error as UnusablePolicyFile {
      Exit.complain(error.why)
      throw Exit.unusable
    } catch {
      throw Exit.status(for: error, input: "stdin")
    }
  }
}
