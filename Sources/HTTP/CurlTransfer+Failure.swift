import CCurl
import Glibc

extension CurlTransfer {
  /// Why the transfer failed, according to libcurl.
  func failure(_ code: CURLcode) -> HTTPFailure {
    let (reason, words) = explain(code)
    return HTTPFailure(reason, mayHaveArrived: hasLeft, detail: "\(address.origin): \(words)")
  }

  private func explain(_ code: CURLcode) -> (HTTPFailure.Reason, String) {
    let proxyStatus = number(CURLINFO_HTTP_CONNECTCODE)
    if proxyStatus != 0 && !(200..<300).contains(proxyStatus) {
      return (.unreachable, "the proxy refused the connection (status \(proxyStatus))")
    }
    switch code {
    // libcurl's own message would quote the proxy's password.
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY:
      return (.unreachable, "the proxy in the environment can't be used")
    case CURLE_COULDNT_RESOLVE_HOST: return (.unreachable, "no such host")
    case CURLE_COULDNT_CONNECT:
      let errno = CInt(number(CURLINFO_OS_ERRNO))
      let why = errno == 0 ? "the connection failed" : String(cString: strerror(errno)).lowercased()
      return (.unreachable, why)
    case CURLE_OPERATION_TIMEDOUT: return (.timedOut, "the connection timed out")
    case CURLE_PEER_FAILED_VERIFICATION:
      return (.badCertificate, certificate(number(CURLINFO_SSL_VERIFYRESULT)))
    case CURLE_SSL_CACERT_BADFILE:
      return (.unreachable, "the trusted certificates can't be read (see SSL_CERT_FILE)")
    case CURLE_SSL_CONNECT_ERROR: return (.unreachable, "TLS failed (\(message))")
    case CURLE_GOT_NOTHING: return (.unreachable, "the connection was closed without an answer")
    case CURLE_FILESIZE_EXCEEDED: return (.tooLarge, "sent " + AnswerReader.largeBody)
    // libcurl rejects response lines longer than 100 KiB with this code.
    case CURLE_OUT_OF_MEMORY where hasLeft: return (.tooLarge, "sent an endless line")
    case CURLE_UNSUPPORTED_PROTOCOL where hasLeft, CURLE_WEIRD_SERVER_REPLY:
      return (.malformed, "sent an invalid response")
    case CURLE_PARTIAL_FILE: return (.malformed, "sent an incomplete response")
    default: return (answer.hasStatusLine ? .malformed : .unreachable, message)
    }
  }

  /// - Parameter result: OpenSSL's verification result, one of its X509_V_ERR codes (x509_vfy.h).
  private func certificate(_ result: Int) -> String {
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
