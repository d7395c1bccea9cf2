#if HTTP
  import NIOCore
  import NIOHTTP1

  /// Ends a connection that sends more for one request than any answer within the limits needs. The limits of
  /// an answer's parts are held elsewhere; this is for what the parser keeps or passes over without a
  /// limit: a status line, answers that are only preliminary, the trimmings of chunks.
  final class WireLimit: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    struct Exceeded: Error {}

    /// In bytes: a body of 1 MiB, in small chunks.
    private static let limit = 4 << 20
    private var received = 0

    /// Puts one right before the parser.
    static func install(in channel: any Channel) -> EventLoopFuture<Void> {
      channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try pipeline.addHandler(WireLimit(), position: .before(parser))
      }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      received = 0
      context.write(data, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      received += unwrapInboundIn(data).readableBytes
      if received <= Self.limit { return context.fireChannelRead(data) }
      context.fireErrorCaught(Exceeded())
      context.close(promise: nil)
    }
  }
#endif
