/// What is remembered of the failures to sign in with one name, or from one machine.
///
/// After a few failures, each next attempt has to wait, longer each time, up to a limit: by name a quarter
/// of an hour, so that nobody can guess at a password more than 100 times a day. A stranger can't lock anybody out for good with that
/// (ASVS 5.0, V6.1.1): an attempt that has to wait is not looked at, doesn't count, and makes the wait no
/// longer; no account is closed, as NIST SP 800-63B-4, 3.2.2, would have it after 100 failures. When the wait
/// is over, whoever comes first is looked at. A stranger who never rests can be first more often than not;
/// against that, only something that tells the owner from strangers helps, and there is nothing of that kind
/// here. A success forgets all failures with its name, and those among its machine's.
///
/// By machine, more attempts are free, the limit is a minute, and an hour forgets half: many people may be
/// behind one address, and somebody who tries every name in turn is what this slows down.
///
/// Names that nobody has are treated alike, so that no wait tells who has an account.
///
/// The wall clock, which is all that several programs share, may jump. Back: the wait begins anew, once,
/// and so is never longer than its limit from the jump. Forth: the attempt comes early, and the
/// next one has to wait again, because time halves the number of failures, and never forgets them.
struct Failures: Equatable, Sendable {
  /// How many attempts have failed, or are under way.
  private(set) var count = 0
  /// When the last of them began, in seconds since 1970.
  private(set) var last: Int64 = 0

  /// How fast failures slow down, and are forgotten.
  struct Rule: Equatable, Sendable {
    /// Attempts that don't have to wait. People mistype.
    let free: Int
    /// Seconds.
    let longestWait: Int64
    /// After so many seconds without a failure, half of them are forgotten.
    let halfLife: Int64

    static let byName = Rule(free: 5, longestWait: 900, halfLife: 86_400)
    static let byMachine = Rule(free: 50, longestWait: 60, halfLife: 3_600)
  }

  /// More are not counted. Halved each day, they make the longest wait by name for a week.
  static let limit = 2_000

  init() {}

  init(count: Int, last: Int64) {
    (self.count, self.last) = (min(max(count, 0), Self.limit), max(last, 0))
  }

  /// Begins an attempt, which counts as a failure until it has succeeded: of many at once, none is free.
  ///
  /// - Parameters:
  ///   - now: seconds since 1970.
  ///   - rule: the same one each time.
  /// - Returns: nil where it may go on; otherwise how many seconds it has to wait, and it has not begun.
  mutating func begin(at now: Int64, by rule: Rule = .byName) -> Int64? {
    let now = max(now, 0)
    guard count > 0 else {
      (count, last) = (1, now)
      return nil
    }
    // Otherwise the wait would last until the clock is again where it was.
    last = min(last, now)
    let rest = wait(rule) - (now - last)
    if rest > 0 { return rest }
    if now - last >= rule.halfLife { count /= 2 }
    (count, last) = (min(count + 1, Self.limit), now)
    return nil
  }

  /// Takes back attempts that came to nothing by no fault of their own, or were forgiven.
  mutating func takeBack(_ attempts: Int = 1) {
    count = max(count - attempts, 0)
  }

  /// Seconds from the last failure to the next attempt.
  private func wait(_ rule: Rule) -> Int64 {
    if count < rule.free { return 0 }
    return min(1 << min(count - rule.free, 20), rule.longestWait)
  }
}
