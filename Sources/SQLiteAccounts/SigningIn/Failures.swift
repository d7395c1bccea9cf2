/// The failed sign-ins for one name, or from one machine.
///
/// After a few failures, each further attempt must wait, longer each time, up to a limit. By name,
/// the limit is a quarter of an hour, which allows no more than 100 guesses a day at a password.
///
/// This can't be used to lock out the owner forever (ASVS 5.0, V6.1.1): an attempt that must wait
/// is not checked, doesn't count, and doesn't prolong the wait. Unlike NIST SP 800-63B-4, 3.2.2,
/// which requires it after 100 failures, no account is locked. When the wait is over, the first
/// attempt is checked. An attacker who never rests may be first more often than not. The only
/// remedy is to tell the owner from strangers, as `FailureTable` does. A success resets all
/// failures for the name, and subtracts them from those of its machine.
///
/// By machine, more attempts are free, the limit is a minute, and an hour halves the count: many
/// people may share an address, and this is only meant to slow down someone who tries many names.
///
/// Names without an account are treated the same, so a wait doesn't reveal who has one.
///
/// The wall clock, the only clock that several programs share, may jump. If it goes back, the wait
/// starts again, once, so it never lasts longer than its limit after the jump. If it goes forward,
/// an attempt is allowed early, and the next one must wait again, because time only halves the
/// count and never resets it.
struct Failures: Equatable, Sendable {
  /// The number of attempts that have failed or are in progress.
  private(set) var count = 0
  /// When the last of them began, in seconds since 1970.
  private(set) var last: Int64 = 0

  /// How quickly failures lead to delays, and are forgotten.
  struct Rule: Equatable, Sendable {
    /// The number of attempts without a wait, because people mistype.
    let free: Int
    /// In seconds.
    let longestWait: Int64
    /// In seconds. After this time without a failure, the count is halved.
    let halfLife: Int64

    static let byName = Rule(free: 5, longestWait: 900, halfLife: 86_400)
    static let byMachine = Rule(free: 50, longestWait: 60, halfLife: 3_600)
  }

  /// The greatest count. Halved each day, it keeps the wait by name at its limit for a week.
  static let limit = 2_000

  init() {}

  init(count: Int, last: Int64) {
    (self.count, self.last) = (min(max(count, 0), Self.limit), max(last, 0))
  }

  /// Begins an attempt, which counts as a failure until it succeeds. Otherwise, simultaneous
  /// attempts would all be free.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970.
  ///   - rule: The rule, which must be the same each time.
  /// - Returns: `nil` if the attempt may proceed. Otherwise, the seconds that it must wait; the
  ///   attempt has then not begun.
  mutating func begin(at now: Int64, by rule: Rule = .byName) -> Int64? {
    let now = max(now, 0)
    guard count > 0 else {
      (count, last) = (1, now)
      return nil
    }
    // Otherwise, the wait would last until the clock reaches its old time again.
    last = min(last, now)
    let rest = wait(rule) - (now - last)
    if rest > 0 { return rest }
    if now - last >= rule.halfLife { count /= 2 }
    (count, last) = (min(count + 1, Self.limit), now)
    return nil
  }

  /// Uncounts attempts that were forgiven, or that ended without checking the password.
  mutating func takeBack(_ attempts: Int = 1) {
    count = max(count - attempts, 0)
  }

  /// Returns the seconds from the last failure to the next attempt.
  private func wait(_ rule: Rule) -> Int64 {
    if count < rule.free { return 0 }
    return min(1 << min(count - rule.free, 20), rule.longestWait)
  }
}
