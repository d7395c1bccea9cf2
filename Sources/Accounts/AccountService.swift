/// A service that creates accounts and signs users in.
///
/// A conformer may throw any error; the caller reports it as unknown. Cancelling the task cancels
/// the call.
package protocol AccountService: Sendable {
  /// Whether a new account may take this name.
  func availability(of username: Username) async throws -> Availability

  /// Creates an account. The result can be `taken` even after `available`, if another user was
  /// faster.
  func signUp(_ registration: Registration) async throws -> SignUpResult

  /// Checks the credentials. This changes nothing except the service's count of failed attempts.
  func signIn(_ credentials: Credentials) async throws -> SignInResult

  /// Returns the URL of an account's page, or of the sign-up page if `username` is `nil`; `nil` if
  /// there is none.
  func page(of username: Username?) -> String?

  /// Whether users can sign in later to an account that is created here.
  var keepsAccounts: Bool { get }

  /// Whether the answers to the operator's own questions are kept with an account that is created
  /// here.
  var keepsAnswers: Bool { get }

  /// Whether the answer to this question is kept. By default, all answers are, if any.
  func keepsAnswer(to question: FormQuestion) -> Bool

  /// Whether names that the user hasn't entered may be looked up, to suggest free ones. `false` for
  /// a service that limits requests.
  var allowsSuggestions: Bool { get }
}

extension AccountService {
  package var keepsAccounts: Bool { false }
  package var keepsAnswers: Bool { false }
  package func keepsAnswer(to question: FormQuestion) -> Bool { keepsAnswers }
  package var allowsSuggestions: Bool { false }
}
