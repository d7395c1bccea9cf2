import Text

extension Policy {
  /// Returns names that the policy accepts, similar to a name that is taken: the next two numbers
  /// after it, then two that fewer people take. The same name always gives the same ones.
  package func names(like username: Username) -> [Username] {
    let text = username.text
    let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }.count
    // A long row of digits, such as a telephone number, is not a counter.
    let isCounted = digits <= 4 && digits < text.count
    let base = isCounted ? String(text.dropLast(digits)) : text
    let number = isCounted ? Int(text.suffix(digits)) ?? 0 : 0
    // FNV-1a, because Swift's own hash is different in each process.
    let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let rare = [10 + Int(hash % 90), 100 + Int(hash / 90 % 900)].filter { $0 > number + 2 }
    return ([number + 1, number + 2] + rare).map { Username(base + String($0)) }
      .filter { judge(username: $0).isValid }
  }
}
