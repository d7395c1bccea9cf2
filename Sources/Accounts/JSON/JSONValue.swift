import Foundation

/// JSON as a tree, so that a reader can say where in it something is wrong.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// With its digits, which a whole number beyond 2^53 would lose as a `Double`.
  case number(Double, digits: String)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let whole = try? container.decode(UInt64.self) {
      self = .number(Double(whole), digits: String(whole))
    } else if let whole = try? container.decode(Int64.self) {
      self = .number(Double(whole), digits: String(whole))
    } else if let number = try? container.decode(Double.self) {
      self = .number(number, digits: String(number))
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([JSONValue].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .number(let number, _):
      if let whole = Int(exactly: number) {
        try container.encode(whole)
      } else {
        try container.encode(number)
      }
    case .string(let string): try container.encode(string)
    case .array(let array): try container.encode(array)
    case .object(let object): try container.encode(object)
    }
  }

  /// What kind of value it is, for messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// Reads JSON whose top level is to be an object.
package func parseJSON(_ bytes: [UInt8]) throws(JSONFileError) -> JSONValue {
  do {
    return try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
  } catch {
    throw JSONFileError(key: "", why: "is not valid JSON: " + complaint(about: bytes))
  }
}

/// What is wrong with a text that is no JSON, and on which line. `JSONDecoder` doesn't tell on Linux;
/// `JSONSerialization` tells the byte, in words alone.
private func complaint(about bytes: [UInt8]) -> String {
  do {
    _ = try JSONSerialization.jsonObject(with: Data(bytes))
    return "it can't be decoded"
  } catch {
    let words = (error as NSError).userInfo["NSDebugDescription"] as? String ?? "it can't be read"
    let parts = words.components(separatedBy: " around character ")
    let offset = parts.count == 2 ? Int(parts[1].filter(\.isNumber)) : nil
    let line = bytes.prefix(offset ?? bytes.count).count { $0 == 0x0A } + 1
    return "line \(line): \(parts[0])"
  }
}

/// JSON with sorted keys, indented, and a newline at the end.
func printJSON(_ value: JSONValue) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  let data = (try? encoder.encode(value)) ?? Data()
  return String(decoding: data, as: UTF8.self) + "\n"
}
