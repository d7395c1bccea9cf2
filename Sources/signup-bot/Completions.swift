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

  /// Returns bash's script with all changes. The generated one takes an option's value after `=` for
  /// a subcommand, offers the values of the conversation's options after every subcommand, and
  /// offers nothing after `help`.
  private static func bash(_ script: String) -> String {
    let names = Subcommands.names(of: SignupBot.self).joined(separator: " ")
    return
      script
      .replacing("complete -o filenames -F", with: "complete -o filenames -o default -F")
      .replacing(
        """
            local -r cur="${2}"
            local -r prev="${3}"

        """, with: joiningEqualsSigns, maxReplacements: 1
      )
      .replacing(
        #"    case "${prev}" in"#,
        with: #"    [[ " \#(names) " = *" ${unparsed_words[0]:--} "* ]] || case "${prev}" in"#,
        maxReplacements: 1
      )
      .replacing(
        "_signup-bot_help() {\n",
        with: "_signup-bot_help() {\n"
          + helpTopics(after: #"${unparsed_words[*]::${#unparsed_words[@]}-1}"#) {
            #"COMPREPLY+=($(compgen -W '\#($0)' -- "${cur}"))"#
          })
  }

  /// Returns a `case` for each command that has subcommands, which are what may follow it after
  /// `help`.
  ///
  /// - Parameters:
  ///   - words: What the shell replaces by the words between `help` and the one to complete.
  ///   - offer: Returns the shell's command that offers names, which are separated by spaces.
  private static func helpTopics(after words: String, _ offer: (String) -> String) -> String {
    let cases = Subcommands.tree.map { path, names in
      "    '\(path.joined(separator: " "))') \(offer(names.joined(separator: " "))) ;;\n"
    }
    return "    case \"\(words)\" in\n" + cases.joined() + "    esac\n"
  }

  /// In bash, `--option=value` is three words.
  private static let joiningEqualsSigns = """
        local cur="${2}" prev="${3}"
        local -a joined=()
        local -i index at="${COMP_CWORD}"
        for index in "${!COMP_WORDS[@]}"; do
            if [[ "${index}" -eq 0 || "${COMP_WORDS[index]}" != '=' || "${COMP_WORDS[index - 1]}" != --* ]]; then
                joined+=("${COMP_WORDS[index]}")
            elif [[ "${index}" -eq "${COMP_CWORD}" ]]; then
                joined+=('')
                cur=''
            elif [[ "${index}" -lt "${COMP_CWORD}" ]]; then
                at="$((at - 1))"
            fi
        done
        prev="${joined[at - 1]}"
        local -a COMP_WORDS=("${joined[@]}")
        local -i COMP_CWORD="${at}"

    """

  /// Returns the script that is generated from `Manual`, changed so that it also completes a file
  /// in place of a subcommand. If `Manual` declared the file itself, the script would not complete
  /// subcommands.
  private static func script(for shell: CompletionShell) -> String {
    let script = Manual.completionScript(for: shell)
    switch shell {
    case .bash:
      return bash(script)
    case .zsh:
      let subcommands = "_describe -V subcommand subcommands && ret=0"
      let topics = helpTopics(after: "${(j: :)words[1,CURRENT-1]}") { "compadd -- \($0)" }
      return script.replacing(
        subcommands, with: subcommands + "\n        _files && ret=0", maxReplacements: 1
      )
      .replacing("'*:subcommands:'", with: "'*::subcommand:_signup-bot_help_topics'")
      .replacing(
        "_signup-bot_help() {\n",
        with: "_signup-bot_help_topics() {\n\(topics)}\n\n_signup-bot_help() {\n")
    default:
      let isFree = "__signup-bot_should_offer_completions_for_flags_or_options \"signup-bot\""
      let topics = Subcommands.tree.map { path, names in
        let words = (["signup-bot", "help"] + path).joined(separator: " ")
        let isThere = #"test (string join " " (__signup-bot_tokens -pc)) = "\#(words)""#
        return "complete -c 'signup-bot' -n '\(isThere)' -fka '\(names.joined(separator: " "))'\n"
      }
      return script + "\n" + topics.joined() + "complete -c 'signup-bot' -n '\(isFree)' -F\n"
    }
  }
}
