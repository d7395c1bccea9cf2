import Glibc

/// Whether the system has a description of a kind of terminal, looked up as libedit does. On an
/// unknown terminal, the output is plain.
///
/// - Parameter name: The value of `TERM`.
/// - Returns: `nil` if that can't be determined, because libedit was built without a terminal
///   library that other code can call.
package func isKnownTerminal(_ name: String) -> Bool? {
  typealias Lookup = @convention(c) (UnsafeMutablePointer<CChar>?, UnsafePointer<CChar>) -> CInt
  // From the library that was loaded with libedit. The nil handle is RTLD_DEFAULT.
  guard let symbol = dlsym(nil, "tgetent") else { return nil }
  let lookup = unsafeBitCast(symbol, to: Lookup.self)
  // ncurses ignores the buffer; other libraries write up to 2,048 bytes.
  var buffer = [CChar](repeating: 0, count: 4_096)
  return lookup(&buffer, name) == 1
}

/// The number of colours of a kind of terminal; zero if it has none.
///
/// - Parameter name: The value of `TERM`.
/// - Returns: `nil` if that can't be determined.
package func terminalColours(_ name: String) -> Int? {
  typealias Number = @convention(c) (UnsafePointer<CChar>) -> CInt
  // Looking the terminal up makes its description the current one.
  guard isKnownTerminal(name) == true, let symbol = dlsym(nil, "tgetnum") else { return nil }
  return Int(max(unsafeBitCast(symbol, to: Number.self)("Co"), 0))
}

/// Whether a terminal is known to support hyperlinks (OSC 8). Others may show the address twice, or
/// garbage.
///
/// - Parameter variable: Returns an environment variable, or `nil` if it is unset.
package func hasHyperlinks(_ variable: (String) -> String?) -> Bool {
  let term = variable("TERM") ?? ""
  let program = variable("TERM_PROGRAM") ?? ""
  // The other variables may come from the terminal in which tmux or screen runs.
  if term.hasPrefix("tmux") || term.hasPrefix("screen") {
    let version = (variable("TERM_PROGRAM_VERSION") ?? "").split(separator: ".")
      .map { Int($0.prefix { $0.isNumber }) ?? 0 }
    return program == "tmux" && !version.lexicographicallyPrecedes([3, 4])
  }
  if ["xterm-kitty", "xterm-ghostty", "foot", "foot-extra", "alacritty", "wezterm"].contains(term) {
    return true
  }
  if ["iTerm.app", "WezTerm", "vscode", "ghostty"].contains(program) { return true }
  if variable("WT_SESSION") != nil { return true }
  // GNOME's library, as a number: 0.50.1 is 5001. Version 0.50.0 crashes.
  return (variable("VTE_VERSION").flatMap { Int($0) } ?? 0) > 5000
}
