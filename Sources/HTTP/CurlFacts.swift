/// What libcurl reports about a failed transfer.
struct CurlFacts {
  /// Whether any part of the request may have been sent.
  let hasLeft: Bool
  /// Whether the response's status line has arrived.
  let hasStatus: Bool
  /// The system's error number; 0 if there is none.
  let errno: CInt
  /// The status of the proxy's response to CONNECT; 0 if there is none.
  let proxyStatus: Int
  /// OpenSSL's verification result for the server's certificate; 0 if it found no error.
  let certificate: Int
  /// libcurl's error message. Messages about a proxy quote its password.
  let words: String
}
