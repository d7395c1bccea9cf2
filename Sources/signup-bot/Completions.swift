import ArgumentParser

/// The completion scripts for shells.
enum Completions {
  private static let option = "--generate-completion-script"

  /// Returns the script that the command line requests; `nil` if it requests none, or if the shell
  /// is unknown.
  static func script(askedForBy words: [String]) -> String? {
    guard let first = words.first, first.hasPrefix(option) else { return nil }
    let parts = first.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts[0] == option else { return nil }
    let name = parts.count == 2 ? parts[1] : words.dropFirst().first
    let shell = name.map { CompletionShell(rawValue: $0) } ?? .autodetected()
    return shell.map(script)
  }

  /// Returns the script that is generated from `Manual`, changed so that it also completes a file
  /// in place of a subcommand. If `Manual` declared the file itself, the script would not complete
  /// subcommands.
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
