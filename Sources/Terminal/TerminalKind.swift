import Glibc

/// Whether this system describes a kind of terminal, looked up as libedit does it. The output is plain on one
/// that nobody describes.
///
/// - Parameter name: as `TERM` has it.
/// - Returns: `nil` if it can't be told: libedit came without a terminal library that others can call.
package func isKnownTerminal(_ name: String) -> Bool? {
  typealias Lookup = @convention(c) (UnsafeMutablePointer<CChar>?, UnsafePointer<CChar>) -> CInt
  // libedit's own library for it, which is loaded with libedit. The nil handle is RTLD_DEFAULT.
  guard let symbol = dlsym(nil, "tgetent") else { return nil }
  let lookup = unsafeBitCast(symbol, to: Lookup.self)
  // ncurses ignores the buffer; others fill up to 2,048 bytes.
  var buffer = [CChar](repeating: 0, count: 4_096)
  return lookup(&buffer, name) == 1
}
