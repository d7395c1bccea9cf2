import Secrets
import Text

extension Policy {
  /// Returns the rules for a password that is being typed, each with whether it holds so far. An
  /// upper limit holds from the start, so it is listed only once it is broken.
  package func checklist(password: UTF8Text, username: Username?) -> [(rule: Rule, isMet: Bool)] {
    withPrepared(password) { text in
      self.password.rules.compactMap { rule in
        let isMet = rule.test.passes(text, username: username?.text)
        if isMet, case .maximum = rule.test { return nil }
        return (rule, isMet)
      }
    }
  }

  /// Compares a repeated password that is being typed with the password, in constant time for each
  /// length.
  package func agreement(repeated: UTF8Text, password: Secret?) -> Agreement {
    if repeated.bytes.isEmpty { return .nothingTyped }
    guard let password = password.map(prepared) else { return .differs }
    return withPrepared(repeated) { text in
      if password.isEqual(to: text.bytes) { return .whole }
      if password.begins(with: text.bytes) { return .soFar }
      // The next typed scalar may compose with the last character.
      guard comparison == .opaqueString, !password.withUTF8Text({ $0.isASCII }) else {
        return .differs
      }
      let last = text.bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
      let settled = UnsafeRawBufferPointer(rebasing: text.bytes[..<last])
      let open = UTF8Text(bytes: UnsafeRawBufferPointer(rebasing: text.bytes[last...]))
      guard password.begins(with: settled), let typed = open.first(where: { _ in true }),
        let wanted = password.scalar(at: settled.count)
      else { return .differs }
      return mayBecome(wanted, typed) ? .soFar : .differs
    }
  }
}

extension Secret {
  /// Returns the scalar at a byte offset, or `nil` if the offset is at the end.
  fileprivate func scalar(at offset: Int) -> Unicode.Scalar? {
    withUTF8Text { text in
      UTF8Text(bytes: UnsafeRawBufferPointer(rebasing: text.bytes[offset...]))
        .first { _ in true }
    }
  }
}

/// How far a repeated password that is being typed agrees with the password.
package enum Agreement: Equatable, Sendable {
  case nothingTyped
  /// The password begins with what was typed.
  case soFar
  case differs
  case whole
}
