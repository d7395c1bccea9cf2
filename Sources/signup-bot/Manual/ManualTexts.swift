/// What help and the man page say in addition to the options.
enum ManualTexts {
  static let examples: KeyValuePairs = [
    "signup-bot": "Rehearse: the mock keeps no accounts.",
    "signup-bot --sqlite-path people.sqlite": "Sign people up in a store.",
    "printf 'octodog\\nsecret1\\nsecret1\\n' | signup-bot --yes": "Answer from a script.",
  ]

  static let settings = """
    Each option is also an environment variable (--mock-taken a,b is SIGNUP_BOT_MOCK_TAKEN=a,b) and \
    a key of a configuration file ({"mock-taken": ["a", "b"]}). The command line takes precedence, \
    followed by a transcript's @ lines, the environment, $XDG_CONFIG_HOME/signup-bot/config.json, \
    and /etc/signup-bot/config.json.
    """

  static let statuses: KeyValuePairs = [
    "0": "signed up, or in; all transcripts agree",
    "1": "an answer, or the sign-up, was refused",
    "2": "incomplete: the input ended, or /quit",
    "3": "a transcript differs",
    "64": "wrong usage",
    "65": "malformed input",
    "69": "the service can't be reached",
    "74": "input or output failed",
    "78": "a setting, the store or the service can't be used until it is fixed",
    "128+N": "ended by signal N",
  ]

  static let environment: KeyValuePairs = [
    "SIGNUP_BOT_…": "Options; see SETTINGS.",
    "SIGNUP_BOT_SCIM_TOKEN": "The bearer token of the SCIM provider, without --scim-token-file.",
    "LC_ALL, LC_MESSAGES, LANG": "The language, without --locale.",
    "TERM, NO_COLOR, CI, ACCESSIBLE":
      "Colours and signs. TERM=dumb, CI and ACCESSIBLE=1 have the effect of --plain.",
    "PAGER": "The program that shows a list of accounts at a terminal, instead of less.",
    "http_proxy, https_proxy, all_proxy, no_proxy": "Proxies, as curl reads them.",
    "SSL_CERT_FILE": "The certificates to trust instead of the system's.",
  ]

  static let files: KeyValuePairs = [
    "$XDG_CONFIG_HOME/signup-bot/config.json": "The user's settings; by default in ~/.config.",
    "/etc/signup-bot/config.json": "The system's settings.",
    "$XDG_DATA_HOME/signup-bot/accounts.sqlite":
      "The store of --accounts sqlite; by default in ~/.local/share.",
    "$XDG_STATE_HOME/signup-bot/session.json":
      "Who is signed in on this machine; by default in ~/.local/state.",
    "$XDG_STATE_HOME/signup-bot/failures.sqlite": "Failed sign-ins at a SCIM provider.",
  ]
}
