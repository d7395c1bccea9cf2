/// What is remembered of the failures to sign in with one name.
///
/// After a few failures, each next attempt has to wait, longer each time, up to a quarter of an hour: nobody
/// can guess at a password more than 100 times a day. A stranger can't lock anybody out for good with that
/// (ASVS 5.0, V6.1.1): an attempt that has to wait is not looked at, doesn't count, and makes the wait no
/// longer; no account is closed, as NIST SP 800-63B-4, 3.2.2, would have it after 100 failures. When the wait
/// is over, whoever comes first is looked at. A stranger who never rests can be first more often than not;
/// against that, only something that tells the owner from strangers helps, and there is nothing of that kind
/// here. A success forgets all failures.
///
/// Names that nobody has are treated alike, so that no wait tells who has an account.
///
/// The wall clock, which is all that several programs share, may jump. Back: the wait begins anew, once,
/// and so is never longer than a quarter of an hour from the jump. Forth: the attempt comes early, and the
/// next one has to wait again, because time halves the number of failures, and never forgets them.
struct Failures: Equatable, Sendable {
  /// How many attempts have failed, or are under way.
  private(set) var count = 0
  /// When the last of them began, in seconds since 1970.
  private(set) var last: Int64 = 0

  /// Attempts that don't have to wait. People mistype.
  static let free = 5
  /// More are not counted. Halved each day, they make the longest wait for a week.
  static let limit = 2_000
  /// Seconds.
  static let longestWait: Int64 = 900
  /// After so many seconds without a failure, half of them are forgotten.
  static let halfLife: Int64 = 86_400

  init() {}

  init(count: Int, last: Int64) {
    (self.count, self.last) = (min(max(count, 0), Self.limit), max(last, 0))
  }

  /// Begins an attempt, which counts as a failure until it has succeeded: of many at once, none is free.
  ///
  /// - Parameter now: seconds since 1970.
  /// - Returns: nil where it may go on; otherwise how many seconds it has to wait, and it has not begun.
  mutating func begin(at now: Int64) -> Int64? {
    let now = max(now, 0)
    guard count > 0 else {
      (count, last) = (1, now)
      return nil
    }
    // Otherwise the wait would last until the clock is again where it was.
    last = min(last, now)
    let rest = wait - (now - last)
    if rest > 0 { return rest }
    if now - last >= Self.halfLife { count /= 2 }
    (count, last) = (min(count + 1, Self.limit), now)
    return nil
  }

  /// Takes back an attempt that came to nothing by no fault of its own.
  mutating func takeBack() {
    count = max(count - 1, 0)
  }

  /// Seconds from the last failure to the next attempt.
  private var wait: Int64 {
    if count < Self.free { return 0 }
    return min(1 << min(count - Self.free, 20), Self.longestWait)
  }
}
