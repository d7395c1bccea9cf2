import Testing

/// The completion scripts, tested in bash, which is always installed.
@Suite(.ownThreads)
struct CompletionTests {
  private let scratch = Scratch()

  /// Completes the last word of a line in bash.
  private func complete(_ words: String) throws -> [String] {
    let run = try scratch.shell(
      """
      mkdir -p bin; ln -sf $BOT bin/signup-bot; PATH=$PWD/bin:$PATH
      source <(signup-bot --generate-completion-script bash)
      set -- \(words); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"
      COMP_POINT=${#COMP_LINE}
      _signup-bot signup-bot "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
    return run.output.split(separator: "\n").map(String.init)
  }

  static let lines: [(String, [String])] = [
    ("signup-bot --acc", ["--accounts"]),
    ("signup-bot --accounts ''", ["mock", "github", "sqlite", "scim"]),
    ("signup-bot --accounts s", ["sqlite", "scim"]),
    ("signup-bot --yes --sq", ["--sqlite-path"]),
    ("signup-bot --locale ''", ["en", "zh-Hans", "de"]),
    ("signup-bot --flow ''", ["sign-up", "sign-in"]),
    ("signup-bot --format ''", ["text", "jsonl"]),
    ("signup-bot --color ''", ["auto", "always", "never"]),
    ("signup-bot --github-sign-in ''", ["user", "authorizations"]),
    ("signup-bot --policy st", ["strict"]), ("signup-bot --policy d/o", ["d/own.json"]),
    ("signup-bot --record d/t", ["d/t.chat"]), ("signup-bot rep", ["replay"]),
    ("signup-bot replay --report j", ["junit", "jsonl"]),
    ("signup-bot replay d/", ["d/t.chat"]), ("signup-bot policy st", ["strict"]),
    ("signup-bot policy d/o", ["d/own.json"]),
    ("signup-bot accounts l", ["list"]),
    ("signup-bot accounts list --sort ''", ["name", "created", "-name", "-created"]),
    ("signup-bot accounts list --format ''", ["text", "json", "csv"]),
    ("signup-bot accounts list --columns ''", ["username", "created", "state", "id"]),
    ("signup-bot accounts list --columns id,", ["id,username", "id,created", "id,state"]),
    ("signup-bot accounts list --columns = email,st", ["email,state"]),
    ("signup-bot accounts list --format j", ["json"]), ("signup-bot t.chat --format j", ["jsonl"]),
    ("signup-bot --accounts = s", ["sqlite", "scim"]), ("signup-bot --policy = st", ["strict"]),
    ("signup-bot --yes --flow =", ["sign-up", "sign-in"]),
    ("signup-bot --seed = 1 --flow ''", ["sign-up", "sign-in"]),
    ("signup-bot accounts list --format = c", ["csv"]), ("signup-bot help pol", ["policy"]),
    ("signup-bot help a", ["accounts"]), ("signup-bot help accounts s", ["show"]),
    ("signup-bot help accounts ''", ["list", "show", "disable", "enable", "remove"]),
    ("signup-bot help replay ''", []), ("signup-bot doctor --pol", ["--policy"]),
    ("signup-bot doctor --policy st", ["strict"]),
  ]

  @Test(arguments: lines)
  func `bash completes options, their values and files`(line: String, words: [String]) throws {
    try scratch.files(["own.json": "{}", "t.chat": "", "notes": ""])
    #expect(try complete(line) == words)
  }

  @Test func `the zsh and fish scripts offer the same values, and files where they are allowed`()
    throws
  {
    let zsh = try Program.run(["--generate-completion-script", "zsh"]).output
    #expect(zsh.contains("'--accounts[") && zsh.contains("=('mock' 'github' 'sqlite' 'scim')"))
    #expect(zsh.contains("_files && ret=0"))
    #expect(zsh.contains("'accounts') compadd -- list show disable enable remove ;;"))
    let fish = try Program.run(["--generate-completion-script=fish"]).output
    #expect(fish.contains("-l 'accounts'") && fish.contains("'mock github sqlite scim'"))
    #expect(fish.contains("\"signup-bot help accounts\"' -fka 'list show disable enable remove'"))
    #expect(fish.hasSuffix("\"signup-bot\"' -F\n"))
  }
}
