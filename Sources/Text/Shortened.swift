/// Returns a text from outside as an error quotes it: whole up to 100 characters, otherwise its
/// beginning and "…". Unicode scalars are counted, because one character may have any number.
package func shortened(_ text: some StringProtocol) -> String {
  let beginning = text.unicodeScalars.prefix(100)
  return beginning.endIndex == text.unicodeScalars.endIndex
    ? String(text) : String(String.UnicodeScalarView(beginning)) + "…"
}
