#if HTTP
  import NIOCore
  import NIOPosix
  import NIOSSL

  /// Looks at a certificate that was refused, so that whoever runs the program is told what is wrong with it:
  /// the handshake itself says no more than that it was not to be trusted.
  enum CertificateLook {
    /// How long it may take, connecting included.
    private static let limit = TimeAmount.seconds(2)

    /// Connects once more, sends nothing, and trusts nothing.
    ///
    /// - Returns: such as "signed by itself, good from 2020-01-01 to 2020-02-01"; nil when there was
    ///   nothing to be seen.
    static func words(of address: WebAddress, on group: any EventLoopGroup) async -> String? {
      let (seen, sight) = AsyncStream.makeStream(of: String.self)
      let bootstrap = ClientBootstrap(group: group).connectTimeout(limit).channelInitializer {
        channel in
        channel.eventLoop.scheduleTask(in: limit) { sight.finish() }
        return channel.eventLoop.makeCompletedFuture {
          let context = try NIOSSLContext(configuration: .makeClientConfiguration())
          let look: NIOSSLCustomVerificationCallback = { chain, verdict in
            if let certificate = chain.first { sight.yield(certificate.words) }
            verdict.succeed(.failed)
          }
          let handler = try NIOSSLClientHandler(
            context: context, serverHostname: address.isNumeric ? nil : address.host,
            customVerificationCallback: look)
          try channel.pipeline.syncOperations.addHandler(handler)
        }
      }
      let connecting = bootstrap.connect(host: address.host, port: address.port)
      connecting.whenFailure { _ in sight.finish() }
      connecting.whenSuccess { channel in channel.closeFuture.whenComplete { _ in sight.finish() } }
      defer { connecting.whenSuccess { $0.close(promise: nil) } }
      // Unlike a future, the stream ends when the task is cancelled.
      for await words in seen { return words }
      return nil
    }
  }

  extension WebAddress {
    /// Whether the host is an address, which can't be named in a handshake.
    fileprivate var isNumeric: Bool {
      (try? SocketAddress(ipAddress: host, port: port)) != nil
    }
  }

  extension NIOSSLCertificate {
    fileprivate var words: String {
      let signed = (try? toDERBytes()).flatMap(DER.isSignedByItself) == true
      return (signed ? "signed by itself, " : "")
        + "good from \(HTTPDate.day(Int(notValidBefore))) to \(HTTPDate.day(Int(notValidAfter)))"
    }
  }
#endif
