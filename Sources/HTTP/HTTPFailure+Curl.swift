import CCurl
import Glibc

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
      return (.unreachable, "the proxy refused the connection (status \(facts.proxyStatus))")
    }
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY:
      return (.unreachable, "the proxy in the environment can't be used")
    case CURLE_COULDNT_RESOLVE_HOST: return (.unreachable, "no such host")
    case CURLE_COULDNT_CONNECT where facts.errno != 0:
      return (.unreachable, String(cString: strerror(facts.errno)).lowercased())
    case CURLE_COULDNT_CONNECT: return (.unreachable, "the connection failed")
    case CURLE_OPERATION_TIMEDOUT: return (.timedOut, "the connection timed out")
    case CURLE_PEER_FAILED_VERIFICATION: return (.badCertificate, certificate(facts.certificate))
    case CURLE_SSL_CACERT_BADFILE:
      return (.unreachable, "the trusted certificates can't be read (see SSL_CERT_FILE)")
    case CURLE_SSL_CONNECT_ERROR: return (.unreachable, "TLS failed (\(facts.words))")
    case CURLE_GOT_NOTHING: return (.unreachable, "the connection was closed without an answer")
    case CURLE_FILESIZE_EXCEEDED: return (.tooLarge, "sent " + AnswerReader.largeBody)
    // libcurl rejects response lines longer than 100 KiB with this code.
    case CURLE_OUT_OF_MEMORY where facts.hasLeft: return (.tooLarge, "sent an endless line")
    case CURLE_UNSUPPORTED_PROTOCOL where facts.hasLeft, CURLE_WEIRD_SERVER_REPLY:
      return (.malformed, "sent an invalid response")
    case CURLE_PARTIAL_FILE: return (.malformed, "sent an incomplete response")
    default:
      return (facts.hasStatus ? .malformed : .unreachable, facts.words)
    }
  }

  /// - Parameter result: one of OpenSSL's X509_V_ERR codes (x509_vfy.h).
  private static func certificate(_ result: Int) -> String {
    switch result {
    // libcurl checks the host name itself, before it looks at OpenSSL's result.
    case 0, 1, 62, 64: "the certificate is for another host"
    case 9: "the certificate is not valid yet"
    case 10: "the certificate has expired"
    case 18: "the certificate is self-signed and not trusted"
    case 19, 20, 21: "the certificate's issuer is unknown"
    default: "the certificate is not trusted (OpenSSL error \(result))"
    }
  }
}
