/// The result of opening a page.
package enum OpenResult: Equatable, Sendable {
  case opened(String)
  /// Nothing can open the page here, so the link is printed.
  case printed(String)
  case noPage
}
