import Foundation
import Secrets

/// Foundation's own set, asked rather than rebuilt: its Unicode version is not the standard library's.
func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
  // In ASCII all versions agree, and asking Foundation costs more than all else in a judgement.
  if scalar.isASCII { return isASCIIAlphanumeric(scalar) }
  return CharacterSet.alphanumerics.contains(scalar)
}

private func isASCIIAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
  ("0"..."9").contains(scalar) || ("A"..."Z").contains(scalar) || ("a"..."z").contains(scalar)
}

/// What RFC 8265, section 4.2, makes of a secret: every space is U+0020, then NFC.
///
/// Plain ASCII, which the mapping leaves alone, never leaves locked memory. Foundation normalises
/// strings only, so anything else passes through ordinary memory for the length of the call.
func opaqueString(_ secret: Secret) -> Secret {
  let needsMapping = secret.withUTF8Text { !$0.isASCII }
  guard needsMapping else { return secret }
  var mapped = String.UnicodeScalarView()
  secret.withUTF8Text { text in
    for scalar in text {
      mapped.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
    }
  }
  return Secret(String(mapped).precomposedStringWithCanonicalMapping)
}
