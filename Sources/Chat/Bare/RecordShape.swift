import Accounts
import Conversation
import Secrets

/// What one person's lines must be, so that each of them can be what its place says.
///
/// Lines that are shifted by one, or that have several values each, would show a password as a
/// name. They have a shape that a person's own lines never need.
struct RecordShape {
  let fields: [Field]
  /// The policy as the flow adapts it.
  let policy: Policy

  /// Returns why the values can't be what their places say, or `nil` if nothing is wrong with them.
  ///
  /// - Parameter values: The values of the first fields, as far as they are known.
  func flaw(in values: [Secret]) -> MalformedInput? {
    // A line that is not text is refused by its own reason.
    guard let name = values.first, !name.isEmpty, name.malformed() == nil else { return nil }
    if !name.isOneWord { return .severalValues }
    if zip(fields, values).contains(where: { !$0.isSecret && $1.beginsPrivateKey }) {
      return .privateKey
    }
    let secrets = zip(fields, values).filter(\.0.isSecret).map(\.1)
    if secrets.contains(where: name.holds) { return .nameIsSecret }
    let answers = zip(fields, values).filter { !$0.0.isSecret }.map(\.1)
    if answers.contains(where: { answer in secrets.contains(where: answer.holds) }) {
      return .answerIsSecret
    }
    guard values.count == fields.count, let place = fields.firstIndex(of: .repeated),
      let password = fields.firstIndex(of: .password),
      !values[place].isEmpty, !values[password].isEmpty,
      case .failed = policy.judge(repeated: values[place], password: values[password])
    else { return nil }
    return .repeatDiffers
  }
}

extension Secret {
  /// Whether this secret contains another. Fewer than 4 bytes may be contained by chance, and count
  /// only as a whole.
  fileprivate func holds(_ other: Secret) -> Bool {
    if self == other { return true }
    return other.count >= 4 && withBytes { other.firstOffset(in: $0) } != nil
  }

  fileprivate var beginsPrivateKey: Bool { (try? text()).map(looksLikePrivateKey) ?? false }

  /// Whether a line consists of letters, digits and the marks that names and e-mail addresses have.
  /// All others may separate a name from a password, such as the space or comma of a table.
  fileprivate var isOneWord: Bool {
    withUTF8Text { $0.allSatisfy { ".-_@+'".unicodeScalars.contains($0) || isAlphanumeric($0) } }
  }
}
