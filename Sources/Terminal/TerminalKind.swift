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
