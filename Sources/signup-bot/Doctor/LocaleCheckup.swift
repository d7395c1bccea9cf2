import Accounts
import Glibc
import Text

/// Checks the character encoding of the environment. The program always uses UTF-8. A terminal with
/// another encoding shows its output wrongly.
enum LocaleCheckup {
  static var finding: Finding {
    let subject = "characters"
    guard hasUTF8Locale else {
      return Finding(
        .error, subject, "no UTF-8 locale is installed",
        advice: "install C.UTF-8 (on Debian, the package libc-bin)")
    }
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let given = names.lazy.compactMap { name in
      Environment.variable(name).map { (name: name, value: $0) }
    }.first
    // The plain C locale does not describe the terminal.
    guard let given, given.value != "C", given.value != "POSIX" else {
      return Finding(.ok, subject, "UTF-8")
    }
    let head = "\(given.name) is \(given.value), "
    guard let encoding = encoding(of: given.value) else {
      return Finding(
        .warning, subject, head + "which is not installed",
        advice: "set it to one that locale -a lists, such as C.UTF-8, or install it")
    }
    if encoding == "UTF-8" { return Finding(.ok, subject, "UTF-8") }
    return Finding(
      .warning, subject, head + "which is \(encoding), but the program supports only UTF-8",
      advice: "set the terminal and \(given.name) to UTF-8, such as C.UTF-8")
  }

  /// Returns the name of a locale's encoding; `nil` if the locale is not installed.
  private static func encoding(of locale: String) -> String? {
    // The value of `LC_CTYPE_MASK`, which Glibc's module does not export.
    guard let loaded = newlocale(1 << CInt(LC_CTYPE), locale, nil) else { return nil }
    defer { freelocale(loaded) }
    return nl_langinfo_l(nl_item(CODESET), loaded).map { String(cString: $0) }
  }
}
