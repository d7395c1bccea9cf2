import CCurl
import Glibc

/// What libcurl tells of a transfer that failed.
struct CurlFacts {
  /// Whether anything of the request may have been sent.
  let hasLeft: Bool
  /// Whether the answer had begun.
  let hasStatus: Bool
  /// The system's error; 0 for none.
  let errno: CInt
  /// The proxy's answer to CONNECT; 0 for none.
  let proxyStatus: Int
  /// OpenSSL's result for the server's certificate; 0 if it found nothing wrong.
  let certificate: Int
  /// libcurl's own words. Those about a proxy quote its password.
  let words: String
}

extension HTTPFailure {
  /// A failure before anything was sent.
  static func local(_ reason: Reason, _ detail: String) -> Self {
    HTTPFailure(reason, mayHaveArrived: false, detail: detail)
  }

  init(_ code: CURLcode, from address: WebAddress, _ facts: CurlFacts) {
    let (reason, words) = Self.explain(code, facts)
    self.init(reason, mayHaveArrived: facts.hasLeft, detail: "\(address.origin): \(words)")
  }

  private static func explain(_ code: CURLcode, _ facts: CurlFacts) -> (Reason, String) {
    if facts.proxyStatus != 0 && !(200..<300).contains(facts.proxyStatus) {
      return (.unreachable, "the proxy refuses the connection (status \(facts.proxyStatus))")
    }
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY:
      return (.unreachable, "the proxy in the environment can't be used")
    case CURLE_COULDNT_RESOLVE_HOST: return (.unreachable, "no such host")
    case CURLE_COULDNT_CONNECT where facts.errno != 0:
      return (.unreachable, String(cString: strerror(facts.errno)).lowercased())
    case CURLE_COULDNT_CONNECT: return (.unreachable, "no connection")
    case CURLE_OPERATION_TIMEDOUT: return (.timedOut, "no connection in time")
    case CURLE_PEER_FAILED_VERIFICATION: return (.badCertificate, certificate(facts.certificate))
    case CURLE_SSL_CACERT_BADFILE:
      return (.unreachable, "the certificates to trust can't be read (see SSL_CERT_FILE)")
    case CURLE_SSL_CONNECT_ERROR: return (.unreachable, "no TLS (\(facts.words))")
    case CURLE_GOT_NOTHING: return (.unreachable, "the connection was closed without an answer")
    case CURLE_FILESIZE_EXCEEDED: return (.tooLarge, "sends " + AnswerReader.largeBody)
    // No line of an answer is taken that is longer than 100 KiB.
    case CURLE_OUT_OF_MEMORY where facts.hasLeft: return (.tooLarge, "sends a line without end")
    case CURLE_UNSUPPORTED_PROTOCOL where facts.hasLeft, CURLE_WEIRD_SERVER_REPLY:
      return (.malformed, "sends what is no answer")
    case CURLE_PARTIAL_FILE: return (.malformed, "ends its answer early")
    default:
      return (facts.hasStatus ? .malformed : .unreachable, facts.words)
    }
  }

  /// - Parameter result: one of OpenSSL's X509_V_ERR numbers (x509_vfy.h).
  private static func certificate(_ result: Int) -> String {
    switch result {
    // libcurl compares the host's name itself, and before OpenSSL's result.
    case 0, 1, 62, 64: "the certificate is another host's"
    case 9: "the certificate is not valid yet"
    case 10: "the certificate has expired"
    case 18: "the certificate is self-signed, by no one that is trusted"
    case 19, 20, 21: "the certificate's issuer is unknown"
    default: "the certificate can't be trusted (OpenSSL's reason \(result))"
    }
  }
}
