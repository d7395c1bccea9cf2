import Glibc

/// A program inside the test bundle, for tests that need a process of their own making. SwiftPM
/// would make a product of an executable target.
///
/// A trial registers its entry with the loader, which calls it before any test begins:
///
///     @section(".init_array") @used
///     private let entry: @convention(c) () -> Void = { Trial.run("name") { arguments in … } }
package enum Trial {
  /// The path of the test bundle.
  package static let path: String = {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()

  /// Returns the command line that starts a trial.
  package static func command(_ name: String, _ arguments: [String] = []) -> [String] {
    [path, "trial", name] + arguments
  }

  /// Runs a trial instead of the tests, if `command` started the process for this one.
  package static func run(_ name: String, _ body: ([String]) -> Never) {
    let words = CommandLine.arguments
    guard words.count >= 3, words[1...2] == ["trial", name] else { return }
    body(Array(words.dropFirst(3)))
  }
}
