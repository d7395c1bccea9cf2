import Testing

@testable import Transcripts

struct SecretTableTests {
  @Test(arguments: [0, 1, 15, 16, 17, 18, 100])
  func `each name has its index and class, however many there are`(count: Int) {
    var table = SecretTable()
    for number in 0..<count {
      table.add("name\(number)", .lower(number + 1))
      #expect(table.number(of: "name\(number)") == number)
    }
    for number in 0..<count {
      #expect(table.number(of: "name\(number)") == number)
      #expect(table.all[number].secretClass == .lower(number + 1))
    }
    #expect(table.number(of: "name\(count)") == nil)
  }

  @Test(arguments: [3, 30]) func `changing a class affects only its own name`(count: Int) {
    var table = SecretTable()
    for number in 0..<count { table.add("name\(number)", .strong) }
    table.change(2, to: .like("x"))
    for number in 0..<count {
      #expect(table.all[number].secretClass == (number == 2 ? .like("x") : .strong))
    }
  }
}
