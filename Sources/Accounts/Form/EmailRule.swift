/// Returns why a text is refused as an e-mail address; `nil` if it is accepted. Nothing is sent to
/// it.
func emailRefusal(_ text: String) -> Judgement.Ground? {
  // RFC 5321, section 4.5.3.1.3, with errata 1690.
  let longest = 254
  if text.unicodeScalars.contains(where: \.properties.isWhitespace) {
    return .reason(.emailHasSpace)
  }
  let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
  guard parts.count == 2 else { return .reason(.emailNeedsOneAt) }
  if parts[0].isEmpty { return .reason(.emailNeedsName) }
  let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  if labels.count < 2 || labels.contains(where: \.isEmpty) { return .reason(.emailNeedsDomain) }
  return text.utf8.count > longest ? .reason(.emailTooLong, limit: longest) : nil
}
