/// Why a call to a service's directory failed.
package enum DirectoryError: Error, Equatable {
  /// The service could not be asked, or its answer makes no sense. A change may have been made.
  case unknown(UnknownReason)
  /// The service doesn't support the request. The text says what is missing.
  case unsupported(String)
  /// The service is unusable until the operator fixes something. The text says what, and where.
  case unusable(String)
}
