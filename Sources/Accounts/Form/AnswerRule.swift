/// What the answer to a question of the operator's own must be.
package enum AnswerRule: Equatable, Sendable {
  case anything
  /// One `@`, a domain with a dot, no space or control character, and at most 254 bytes.
  case email
  /// A public key as OpenSSH writes it, whose type is the type that it encodes. DSA, and RSA of
  /// fewer than 2,048 bits, are refused.
  case sshPublicKey
  /// A yes. Without it, no one can sign up.
  case accepted
  /// One of these words, or its number, counted from 1.
  case choices([String])
  /// A regular expression over the whole answer.
  case pattern(String)
}
