/// The current contents of the line.
package enum Typed<Answer> {
  case answer(Answer)
  /// Contents that would be refused.
  case malformed(Malformed)
}
