#if HTTP
  import AsyncHTTPClient
  import Glibc
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL

  extension HTTPFailure {
    /// - Parameters:
    ///   - hasHead: whether the answer had begun.
    ///   - hasLeft: whether anything of the request may have been sent, as far as the error itself
    ///     doesn't tell.
    init(_ error: any Error, from address: WebAddress, hasHead: Bool, hasLeft: Bool) {
      let origin = address.origin
      switch error {
      case let error as NIOConnectionError:
        self.init(.unreachable, mayHaveArrived: false, detail: Self.words(error, origin))
      case let error as IOError:
        let isConnecting = Self.connectionErrors.contains(error.errnoCode)
        self.init(
          .unreachable, mayHaveArrived: hasLeft && !isConnecting,
          detail: origin + ": " + String(cString: strerror(error.errnoCode)))
      case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
        self.init(tls: error, origin, hasLeft: hasLeft)
      case is WireLimit.Exceeded:
        self.init(.tooLarge, mayHaveArrived: true, detail: origin + " sends without end")
      case HTTPParserError.headerOverflow:
        self.init(.tooLarge, mayHaveArrived: true, detail: origin + " sends too many headers")
      case let error as HTTPParserError:
        self.init(
          .malformed, mayHaveArrived: true, detail: origin + " sends what is no answer: \(error)")
      case let error as HTTPClientError:
        self.init(client: error, origin, hasHead: hasHead, hasLeft: hasLeft)
      default:
        // The type alone: nobody knows what an unknown error's description holds.
        self.init(
          hasHead ? .malformed : .unreachable, mayHaveArrived: hasLeft,
          detail: origin + ": \(type(of: error))")
      }
    }

    /// What the system says of a connection that was never made.
    private static let connectionErrors: Set<CInt> = [
      ECONNREFUSED, ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL, EACCES, EPERM,
    ]

    private static func words(_ error: NIOConnectionError, _ origin: String) -> String {
      guard let first = error.connectionErrors.first else { return origin + ": no such host" }
      guard let error = first.error as? IOError else { return origin + ": can't be connected to" }
      return origin + ": " + String(cString: strerror(error.errnoCode))
    }

    private init(tls error: any Error, _ origin: String, hasLeft: Bool) {
      let code = Self.boringCode(error)
      let words = code.map { " (\($0))" } ?? ""
      switch error {
      case let error as NIOSSLExtraError
      where error == .failedToValidateHostname || error == .serverHostnameImpossibleToMatch:
        self.init(
          .badCertificate, mayHaveArrived: false,
          detail: origin + ": the certificate is another host's")
      case NIOSSLError.handshakeFailed where code == "CERTIFICATE_VERIFY_FAILED":
        self.init(
          .badCertificate, mayHaveArrived: false,
          detail: origin + ": the certificate is not to be trusted")
      case NIOSSLError.handshakeFailed:
        self.init(.unreachable, mayHaveArrived: false, detail: origin + ": no TLS" + words)
      case NIOSSLError.uncleanShutdown:
        self.init(.unreachable, mayHaveArrived: hasLeft, detail: origin + ": broken off")
      default:
        self.init(
          .unreachable, mayHaveArrived: hasLeft, detail: origin + ": TLS failed" + words)
      }
    }

    /// BoringSSL's own name for what is wrong, such as `WRONG_VERSION_NUMBER`. It is to be had as a part of
    /// the description only; the rest of that is about the library's sources.
    private static func boringCode(_ error: any Error) -> String? {
      let text = "\(error)"
      guard let mark = text.firstRange(of: "OPENSSL_internal:") else { return nil }
      let code = text[mark.upperBound...].prefix { $0.isUppercase || $0.isNumber || $0 == "_" }
      return code.isEmpty ? nil : String(code)
    }

    private init(client error: HTTPClientError, _ origin: String, hasHead: Bool, hasLeft: Bool) {
      // Never the whole description: it quotes headers.
      let detail = origin + ": " + error.shortDescription.lowercased()
      switch error {
      case .connectTimeout, .tlsHandshakeTimeout, .httpProxyHandshakeTimeout,
        .socksHandshakeTimeout, .getConnectionFromPoolTimeout:
        self.init(.timedOut, mayHaveArrived: false, detail: detail)
      case .readTimeout, .writeTimeout, .deadlineExceeded:
        self.init(.timedOut, mayHaveArrived: hasLeft, detail: detail)
      case .invalidProxyResponse, .proxyAuthenticationRequired:
        self.init(
          .unreachable, mayHaveArrived: false, detail: detail + ", the proxy lets nothing through")
      case .invalidURL, .emptyHost, .alreadyShutdown:
        self.init(.unreachable, mayHaveArrived: false, detail: detail)
      default:
        self.init(hasHead ? .malformed : .unreachable, mayHaveArrived: hasLeft, detail: detail)
      }
    }
  }
#endif
