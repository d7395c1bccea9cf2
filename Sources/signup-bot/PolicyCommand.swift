import Accounts
import ArgumentParser
import Chat

/// Prints a policy as JSON, for a user to make an own one of.
struct PolicyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy",
    abstract: "List the policies, or print one as a JSON file to begin your own from.")

  @Argument(help: "rxswift, combine, simple, moya, local, github or strict.")
  var name: String?

  func run() throws {
    Process.prepare()
    do {
      let stdout = OutputStream(descriptor: 1, name: "stdout")
      guard let name else {
        return try stdout.write(Policy.named.map { $0.name + "\n" }.joined())
      }
      guard let policy = Policy.named.first(where: { $0.name == name }) else {
        Exit.complain("there is no policy of that name; \"signup-bot policy\" lists them")
        throw Exit.usage
      }
      try stdout.write(policy.json)
    } catch {
      throw Exit.status(for: error, input: "stdin")
    }
  }
}
