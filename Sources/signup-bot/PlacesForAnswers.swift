import Accounts
import Chat
import SCIMAccounts

/// Where a service keeps the answers to the operator's own questions.
extension Settings {
  /// Throws an error if a required answer would be asked for and then kept nowhere, although the
  /// service could keep it.
  func checkPlacesForAnswers() throws(SettingError) {
    guard services.name == .scim,
      let index = policy.questions.firstIndex(where: { $0.isRequired && $0.scim == nil })
    else { return }
    throw policyError(
      index,
      "must be the path of an attribute, such as emails[0].value, because the question "
        + "\"\(policy.questions[index].name)\" is required and --accounts scim keeps its answer there"
    )
  }

  /// Returns what every account at a SCIM provider gets in addition to its name and password.
  func scimAttributes(for questions: [FormQuestion]) throws(SettingError) -> SCIMAttributes {
    do {
      return try SCIMAttributes(
        services.scimAttributes.map { ($0.path, $0.value) }, questions: questions)
    } catch {
      let named = [error.origin, error.other].lazy.compactMap { $0?.question }.first
      guard let named, let index = policy.questions.firstIndex(where: { $0.name == named }) else {
        throw self.error(.scimAttribute, "\(error.origin.path) \(error.why)")
      }
      let other = error.other.map { "; see " + Self.words(for: $0) } ?? ""
      throw policyError(index, "is wrong: \(Self.words(for: error.origin)) \(error.why)\(other)")
    }
  }

  private static func words(for origin: SCIMAttributeError.Origin) -> String {
    switch origin {
    case .attribute(let path): "\(path) of --scim-attribute"
    case .question(let name, let path): "\(path) of the question \"\(name)\""
    }
  }

  /// - Parameter index: the question whose `scim` is wrong.
  private func policyError(_ index: Int, _ why: String) -> SettingError {
    error(
      .policy, "\(policyPath ?? policy.name): questions[\(index)].scim \(why)", isFileUnusable: true
    )
  }
}
