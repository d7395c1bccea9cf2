import Text

/// Finds questions that can't work together, or that no one can answer.
extension FormQuestion {
  func checkDifference(
    from before: ArraySlice<FormQuestion>, _ reader: JSONReader
  ) throws(JSONFileError) {
    if let first = before.firstIndex(where: { $0.name == name }) {
      throw JSONFileError(
        key: reader.child("name"), why: "is also the name of questions[\(first)]")
    }
    for (key, path) in [("scim", \FormQuestion.scim), ("ldap", \.ldap)] {
      guard let own = self[keyPath: path] else { continue }
      let first = before.firstIndex {
        $0[keyPath: path].map { equalIgnoringASCIICase($0.utf8, own.utf8) } ?? false
      }
      if let first {
        throw JSONFileError(
          key: reader.child(key), why: "is where the answer to questions[\(first)] is kept")
      }
    }
  }

  func checkName(_ reader: JSONReader) throws(JSONFileError) {
    let letters = "a"..."z" as ClosedRange<Unicode.Scalar>
    let isName =
      name.unicodeScalars.first.map(letters.contains) == true && name.unicodeScalars.count <= 32
      && name.unicodeScalars.allSatisfy {
        letters.contains($0) || ("0"..."9").contains($0) || $0 == "-"
      }
    guard isName else {
      throw reader.fail(
        "must be a lowercase letter, followed by at most 31 lowercase letters, digits and hyphens")
    }
    if Self.isReserved(name) {
      throw reader.fail("is a word that the conversation uses itself; choose another")
    }
  }

  /// Whether a name stands for something else in commands, events or lists of accounts, in any
  /// language.
  package static func isReserved(_ name: String) -> Bool { reservedNames.contains(name) }

  private static let reservedNames: Set<String> = [
    "username", "password", "repeat", "back", "undo", "redo", "edit", "review", "retry", "restart",
    "open", "help", "quit", "yes", "y", "no", "n", "id", "state", "created",
    "benutzername", "passwort", "wiederholung", "passwortwiederholung", "wiederherstellen",
    "anzeigen", "erneut", "neustart", "hilfe", "beenden", "ja", "j", "nein",
  ]

  func checkLength(_ reader: JSONReader) throws(JSONFileError) {
    guard let length else { return }
    switch rule {
    case .anything, .pattern: return
    case .choices(let words):
      if !words.contains(where: { length.contains($0.count) }) {
        throw reader.fail("fits none of the choices")
      }
    case .email:
      if !length.overlaps(5...254) {
        throw reader.fail("fits no e-mail address, which has 5 to 254 characters")
      }
    case .sshPublicKey:
      if length.upperBound < 80 {
        throw reader.fail("fits no key, which has at least 80 characters")
      }
    case .accepted: throw reader.fail("can't go with the rule accepted: a yes has no length")
    }
  }

  func checkRequirement(_ reader: JSONReader) throws(JSONFileError) {
    if rule == .accepted && !isRequired {
      throw reader.fail(
        "must be true with the rule accepted: without a yes, no one can sign up")
    }
  }

  func checkStandard(_ reader: JSONReader) throws(JSONFileError) {
    guard let standard else { return }
    if rule == .accepted {
      throw reader.fail("can't go with the rule accepted: a person must say yes")
    }
    if !isRequired {
      throw reader.fail("can't go with \"required\": false: an empty line would mean both")
    }
    if standard.utf8.count > Policy.longestAnswer {
      throw reader.fail("is longer than a line, 65536 bytes")
    }
    if looksLikePrivateKey(standard) { throw reader.fail("contains a private key") }
    var plain = self
    plain.refusal = nil
    switch plain.judge(standard) {
    case .ok: return
    case .empty: throw reader.fail("must not be empty")
    case .failed(let grounds):
      throw reader.fail("breaks the question's own rule (\(grounds.map(\.wording.name).joined()))")
    }
  }
}

extension Wording {
  /// The name in a policy file; "" for words of one's own.
  fileprivate var name: String {
    switch self {
    case .reason(let reason): reason.rawValue
    case .texts: ""
    }
  }
}
