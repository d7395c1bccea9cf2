import ArgumentParser

/// The scripts that teach a shell to complete the program's words.
enum Completions {
  private static let option = "--generate-completion-script"

  /// The script that some words ask for; `nil` if they don't, or name no shell that is known.
  static func script(askedForBy words: [String]) -> String? {
    guard let first = words.first, first.hasPrefix(option) else { return nil }
    let parts = first.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts[0] == option else { return nil }
    let name = parts.count == 2 ? parts[1] : words.dropFirst().first
    let shell = name.map { CompletionShell(rawValue: $0) } ?? .autodetected()
    return shell.map(script)
  }

  /// The manual's script. In the place of a subcommand there may also be a file, for the conversation: the
  /// script would offer no subcommands if the manual said so itself.
  private static func script(for shell: CompletionShell) -> String {
    let script = Manual.completionScript(for: shell)
    switch shell {
    case .bash:
      return script.replacing(
        "complete -o filenames -F", with: "complete -o filenames -o default -F")
    case .zsh:
      let subcommands = "_describe -V subcommand subcommands && ret=0"
      return script.replacing(
        subcommands, with: subcommands + "\n        _files && ret=0", maxReplacements: 1)
    default:
      let isFree = "__signup-bot_should_offer_completions_for_flags_or_options \"signup-bot\""
      return script + "\ncomplete -c 'signup-bot' -n '\(isFree)' -F\n"
    }
  }
}
