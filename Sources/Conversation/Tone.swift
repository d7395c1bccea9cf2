package enum Tone: Sendable, CaseIterable {
  case says
  /// Work is in progress.
  case works
  case accepts
  case refuses
}
