import Accounts
import Chat
import Conversation

extension Settings {
  /// The finding of a checkup about the answers; `nil` if the policy has no questions of the
  /// operator's own, or the conversation asks none of them.
  var answersFinding: Finding? {
    let questions = policy.questions
    guard flow == .signUp, !questions.isEmpty else { return nil }
    let subject = "answers"
    func names(_ questions: [FormQuestion]) -> String {
      questions.map(\.name).joined(separator: ", ")
    }
    switch services.name {
    case .sqlite:
      return Finding(.ok, subject, "kept in the store: \(names(questions))")
    case .mock:
      return Finding(
        .warning, subject, "the mock keeps nothing, so no answer is kept: \(names(questions))",
        advice: "Name the service that keeps the accounts, such as --accounts sqlite.")
    case .github:
      return Finding(
        .warning, subject, "GitHub keeps none of them: \(names(questions))",
        advice: "Name a service that keeps answers, such as --accounts sqlite.")
    case .scim:
      let kept = questions.compactMap { question in
        question.scim.map { "\(question.name) at \($0)" }
      }
      let lost = questions.filter { $0.scim == nil }
      let detail = kept.isEmpty ? "" : "kept by the provider: " + kept.joined(separator: ", ")
      guard !lost.isEmpty else { return Finding(.ok, subject, detail) }
      return Finding(
        .warning, subject,
        (detail.isEmpty ? "" : detail + "; ") + "asked for and not kept: \(names(lost))",
        advice:
          "Give these questions a \"scim\" path in \(policyPath ?? policy.name), or remove them.")
    }
  }
}
