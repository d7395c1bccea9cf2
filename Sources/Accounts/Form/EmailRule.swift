/// Returns why a text is refused as an e-mail address; `nil` if it is accepted. Nothing is sent to
/// it.
func emailRefusal(_ text: String) -> Judgement.Ground? {
  func refused(_ reason: VerdictReason) -> Judgement.Ground { Judgement.Ground(.reason(reason)) }
  // RFC 5321, section 4.5.3.1.3, with errata 1690.
  let longest = 254
  if text.unicodeScalars.contains(where: \.properties.isWhitespace) {
    return refused(.emailHasSpace)
  }
  let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
  guard parts.count == 2 else { return refused(.emailNeedsOneAt) }
  if parts[0].isEmpty { return refused(.emailNeedsName) }
  let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  if labels.count < 2 || labels.contains(where: \.isEmpty) { return refused(.emailNeedsDomain) }
  if text.utf8.count > longest {
    return Judgement.Ground(.reason(.emailTooLong), limit: longest)
  }
  return nil
}
