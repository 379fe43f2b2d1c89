import NIOCore

/// The end of the pipeline at the socket: runs the clocks of a connection, and closes it so that the last answer is read.
///
/// Knows nothing of HTTP; ``RequestGuard`` behind the decoder tells it where requests begin and end.
final class ConnectionGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    var watch: ConnectionWatch
    /// Whether whatever arrives is thrown away, so that a caller who does not stop sending costs nothing.
    var isDiscarding = false
    /// Told when a caller is out of time.
    var onVerdict: ((ConnectionWatch.Verdict) -> Void)?

    /// How many bytes of the request that is being read arrived, and up to where its first line goes.
    private(set) var headBytes = 0
    private(set) var lineBytes = 0
    private var isInLine = true

    private var context: ChannelHandlerContext?
    private var timer: (at: NIODeadline, task: Scheduled<Void>)?
    private var handedOver = 0
    private var isForced = false

    init(limits: ServerLimits) { watch = ConnectionWatch(limits: limits, now: .now()) }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if context.channel.isActive { arm() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        disarm()
        self.context = nil
        onVerdict = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        arm()
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        disarm()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isDiscarding { return }
        let bytes = unwrapInboundIn(data)
        if watch.reading == .nothing { (headBytes, lineBytes, isInLine) = (0, 0, true) }
        watch.received(.now())
        headBytes += bytes.readableBytes
        if isInLine {
            let end = bytes.readableBytesView.firstIndex(of: UInt8(ascii: "\n"))
            lineBytes += end.map { $0 - bytes.readerIndex } ?? bytes.readableBytes
            isInLine = end == nil
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // What is complete already needs no clock of its own.
        if watch.reading != .nothing { arm() }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        handedOver += unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        look()
        if watch.isPending { arm() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        look()
        context.fireChannelWritabilityChanged()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // Only when the patience of the server is at an end: nothing is waited for any more.
        if mode == .input { isForced = true }
        look()
        let isNow = isForced || mode == .all && !watch.isPending && !watch.isClosing
        if isNow { return context.close(mode: watch.isClosing ? .all : mode, promise: promise) }
        finish()
        context.channel.closeFuture.cascade(to: promise)
    }

    /// Sends what waits to be sent, then says that no more comes, and gives the caller the time to read it. Closing at
    /// once would reset a connection on which unread bytes have arrived, and take the answer away.
    func finish() {
        guard !watch.isClosing else { return }
        watch.close(.now())
        isDiscarding = true
        context?.close(mode: .output, promise: nil)
        arm()
    }

    /// Closes at once.
    func drop() { context?.close(mode: .all, promise: nil) }

    private func look() {
        guard let options = context?.channel.syncOptions else { return }
        // Fails on a closed channel only.
        let buffered = (try? options.getOption(.bufferedWritableBytes)) ?? 0
        if buffered > 0 || watch.isPending { watch.sent(handedOver - buffered, buffered: buffered, .now()) }
    }

    private func arm() {
        guard let context else { return }
        let at = watch.nextLook(.now())
        if let timer {
            if timer.at <= at { return }
            timer.task.cancel()
        }
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: at) { self.tick() }
        timer = (at, task)
    }

    private func disarm() {
        timer?.task.cancel()
        timer = nil
    }

    private func tick() {
        timer = nil
        guard let context, context.channel.isActive else { return }
        look()
        guard let deadline = watch.deadline, deadline.at <= .now() else { return arm() }
        onVerdict?(deadline.verdict)
        if context.channel.isActive { arm() }
    }
}

@available(*, unavailable)
extension ConnectionGate: Sendable {}
