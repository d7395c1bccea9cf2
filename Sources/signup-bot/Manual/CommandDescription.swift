import ArgumentParser
import Text

/// A command with its options and subcommands, as `--help` shows them.
struct CommandDescription {
  struct Argument {
    enum Kind: String {
      case positional, option, flag
    }

    let kind: Kind
    /// The names of an option, with their dashes.
    let names: [String]
    let valueName: String
    let summary: String
    /// The title of the group that the option belongs to; `nil` if it belongs to none.
    let section: String?
    let isOptional: Bool
    let isRepeating: Bool
  }

  let name: String
  let abstract: String
  let discussion: String
  let arguments: [Argument]
  let subcommands: [CommandDescription]

  /// - Returns: `nil` if the parser describes the command in a form that is not known here.
  init?(_ command: any ParsableCommand.Type) {
    // The parser offers the facts behind its help in this form only.
    guard let tree = try? JSONValue(reading: Array(command._dumpHelp().utf8)),
      let command = tree.member("command")
    else { return nil }
    self.init(command)
  }

  private init?(_ tree: JSONValue) {
    guard let name = tree.member("commandName")?.asText else { return nil }
    self.name = name
    abstract = tree.member("abstract")?.asText ?? ""
    discussion = tree.member("discussion")?.asText ?? ""
    arguments = (tree.member("arguments")?.asList ?? []).compactMap(Argument.init)
    subcommands = (tree.member("subcommands")?.asList ?? []).compactMap(CommandDescription.init)
  }
}

extension CommandDescription.Argument {
  fileprivate init?(_ tree: JSONValue) {
    guard let kind = tree.member("kind")?.asText.flatMap(Kind.init),
      tree.member("shouldDisplay")?.asBool == true
    else { return nil }
    self.kind = kind
    names = (tree.member("names")?.asList ?? []).compactMap { name in
      guard let text = name.member("name")?.asText else { return nil }
      return (name.member("kind")?.asText == "long" ? "--" : "-") + text
    }
    valueName = tree.member("valueName")?.asText ?? ""
    section = tree.member("sectionTitle")?.asText
    isOptional = tree.member("isOptional")?.asBool == true
    isRepeating = tree.member("isRepeating")?.asBool == true
    var sentences = [tree.member("abstract")?.asText ?? ""]
    let values = (tree.member("allValues")?.asList ?? []).compactMap(\.asText)
    if !values.isEmpty { sentences.append("The values are \(values.joined(separator: ", ")).") }
    if let usual = tree.member("defaultValue")?.asText {
      sentences.append("The default is \(usual).")
    }
    summary = sentences.joined(separator: " ")
  }
}

extension JSONValue {
  fileprivate func member(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}
