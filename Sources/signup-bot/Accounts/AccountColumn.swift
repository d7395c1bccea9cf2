import Accounts

/// A column of a list of accounts.
enum AccountColumn: Equatable {
  case username, created, state, id
  /// The answer to one of the operator's own questions, by the question's name.
  case answer(String)

  /// The columns that every list has, in their usual order.
  static let common: [AccountColumn] = [.username, .created, .state, .id]

  /// - Parameter name: The name of a common column or of a question.
  init(named name: String) {
    self = Self.common.first { $0.name == name } ?? .answer(name)
  }

  var name: String {
    switch self {
    case .username: "username"
    case .created: "created"
    case .state: "state"
    case .id: "id"
    case .answer(let name): name
    }
  }

  var isAnswer: Bool { !Self.common.contains(self) }

  /// Returns the columns that a list of names separated by commas names; `nil` if a name is empty
  /// or occurs twice.
  static func list(_ names: String) -> [AccountColumn]? {
    let names = names.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let isList = Set(names).count == names.count && !names.contains("")
    return isList ? names.map(AccountColumn.init(named:)) : nil
  }

  /// Returns the completions of the last name in a list of names.
  static func completions(of list: String) -> [String] {
    let comma = list.lastIndex(of: ",")
    let before = comma.map { String(list[...$0]) } ?? ""
    let named = before.split(separator: ",")
    return common.map(\.name).filter { !named.contains($0[...]) }.map { before + $0 }
  }
}

extension Account {
  /// Returns the text of a column; `nil` if the account has no value for it.
  ///
  /// - Parameter time: the form of the time of creation.
  func text(of column: AccountColumn, _ time: KeyPath<LocalTime, String>) -> String? {
    switch column {
    case .username: username.text
    case .created: created.map { LocalTime($0)[keyPath: time] }
    case .state: isActive ? "active" : "disabled"
    case .id: id
    case .answer(let question): answers.first { $0.name == question }?.text
    }
  }
}
