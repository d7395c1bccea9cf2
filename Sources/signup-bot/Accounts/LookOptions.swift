import ArgumentParser
import Chat
import Terminal

/// How what is said looks.
struct LookOptions: ParsableArguments {
  @Option(
    help: "Colours: auto, always or never.", completion: .choices(of: Style.ColorChoice.self))
  var color: String?

  @Flag(help: "Plain output: no colours and no pager.")
  var plain = false

  func add(to raw: inout RawSettings) {
    if let color { raw.add(.color, color, from: .commandLine) }
    if plain { raw.add(.plain, "true", from: .commandLine) }
  }
}
