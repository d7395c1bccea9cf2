import ArgumentParser

/// The command as help and completions show it: with the options of a conversation, which
/// `SignupBot` itself leaves to its default subcommand.
struct Manual: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signup-bot",
    abstract: SignupBot.configuration.abstract,
    usage: """
      signup-bot [<options>] [<file>]
      signup-bot <subcommand> …
      """,
    discussion: """
      Without a subcommand it holds a conversation: at a terminal, or with the input. A <file>, which is a \
      transcript or has one answer in each line, is read in place of the input.
      """,
    version: SignupBot.configuration.version,
    subcommands: SignupBot.configuration.subcommands)

  @OptionGroup var options: Options

  /// The output of `signup-bot --help`.
  static var text: String { helpMessage() + "\n\n" + more + "\n" }

  private static let more = """
    EXAMPLES:
      signup-bot                              Rehearse: the mock keeps no accounts.
      signup-bot --sqlite-path people.sqlite  Sign people up in a store.
      printf 'octodog\\nsecret1\\nsecret1\\n' | signup-bot --yes
                                              Answer from a script.

    SETTINGS:
      Each option is also an environment variable (--mock-taken a,b is
      SIGNUP_BOT_MOCK_TAKEN=a,b) and a key of a configuration file
      ({"mock-taken": ["a", "b"]}). The command line wins, then a transcript's
      @ lines, the environment, $XDG_CONFIG_HOME/signup-bot/config.json,
      and /etc/signup-bot/config.json.

    EXIT STATUS:
      0      signed up, or in; all transcripts agree
      1      refused: by the service, or an answer was
      2      incomplete: the input ended, or /quit
      3      a transcript differs
      64     wrong usage
      65     malformed input
      69     the service can't be reached
      74     input or output failed
      78     a setting, the store or the service can't be used until it is fixed
      128+N  ended by signal N
    """
}
