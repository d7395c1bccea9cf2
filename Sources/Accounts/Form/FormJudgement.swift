import Text

extension FormQuestion {
  /// Returns the verdict of the question's rule and length on an answer.
  ///
  /// For `accepted`, a yes is "yes" in every locale. O(answer), except for a pattern, whose work is
  /// limited.
  package func judge(_ answer: String) -> Judgement {
    if answer.isEmpty { return .empty }
    guard let ground = ruleBroken(by: answer) ?? lengthBroken(by: answer) else {
      return .ok(.reason(.answerAcceptable))
    }
    return .failed([inOwnWords(ground)])
  }

  /// Returns an answer as it is kept: for a choice, the word. Any other answer stays as it is.
  package func kept(_ answer: String) -> String {
    switch rule {
    case .choices(let words): word(for: answer, among: words) ?? answer
    case .anything, .email, .sshPublicKey, .accepted, .pattern: answer
    }
  }

  /// Returns the refusal by the rule; `nil` if the rule holds.
  private func ruleBroken(by answer: String) -> Judgement.Ground? {
    if answer.unicodeScalars.contains(where: \.isControl) {
      return .reason(.answerHasControlCharacter)
    }
    if looksLikePrivateKey(answer) { return .reason(.sshKeyIsPrivate) }
    switch rule {
    case .anything: return nil
    case .email: return emailRefusal(answer)
    case .sshPublicKey: return sshPublicKeyRefusal(answer)
    case .accepted: return answer == "yes" ? nil : .reason(.yesNeeded)
    case .choices(let words):
      return word(for: answer, among: words) == nil ? .reason(.choiceUnknown) : nil
    case .pattern(let pattern):
      // A policy file with a pattern that can't be used is refused.
      guard let pattern = try? AnswerPattern(pattern) else { return .reason(.patternTookTooLong) }
      return pattern.refusal(answer).map { .reason($0) }
    }
  }

  private func lengthBroken(by answer: String) -> Judgement.Ground? {
    if answer.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) {
      return .reason(.tooShort, limit: length?.lowerBound ?? 1)
    }
    guard let length else { return nil }
    let count = kept(answer).count
    if count < length.lowerBound {
      return .reason(.tooShort, limit: length.lowerBound)
    }
    if count > length.upperBound {
      return .reason(.tooLong, limit: length.upperBound)
    }
    return nil
  }

  /// Replaces the words of a refusal with the question's own, except where those would hide what a
  /// person must know: that a private key was given, or that the answer was never compared.
  private func inOwnWords(_ ground: Judgement.Ground) -> Judgement.Ground {
    let kept: [Wording] = [.reason(.sshKeyIsPrivate), .reason(.patternTookTooLong)]
    guard let refusal, !kept.contains(ground.wording) else { return ground }
    return Judgement.Ground(refusal)
  }
}

/// Returns the word that an answer means: the word itself in any ASCII case, or its number, counted
/// from 1; `nil` if there is none.
private func word(for answer: String, among words: [String]) -> String? {
  if let word = words.first(where: { equalIgnoringASCIICase($0.utf8, answer.utf8) }) { return word }
  guard let number = Int(answer), String(number).utf8.elementsEqual(answer.utf8),
    words.indices.contains(number - 1)
  else { return nil }
  return words[number - 1]
}
