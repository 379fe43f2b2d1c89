import NIOCore

/// The channel handler next to the socket: it enforces the time-outs of a connection, and closes it so that the client
/// can read the last response.
///
/// It knows nothing of HTTP; ``RequestLimitHandler`` behind the decoder reports where requests begin and end.
final class ConnectionTimeoutHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private(set) var timeouts: ConnectionTimeouts
    /// Since when the client lets the server wait.
    let wait: ClientWait
    /// Whether received bytes are discarded, so that a client that keeps sending costs nothing.
    var isDiscarding = false
    /// The function that ends the connection; without a reason if there is nothing to report.
    var onExpiry: ((DisconnectReason?) -> Void)?
    /// The function to call after each response.
    var onResponse: (() -> Void)?

    /// The number of bytes of the current request that arrived.
    private(set) var headBytes = 0
    /// The number of bytes of its first line that arrived.
    private(set) var lineBytes = 0
    private var isInFirstLine = true

    private var context: ChannelHandlerContext?
    private var timer: (at: NIODeadline, task: Scheduled<Void>)?
    private var writtenBytes = 0
    private var isForced = false
    /// The connection's share of all bytes that wait to be sent.
    private let unsent: KeptBytes.Share
    /// The connection's share of all bytes of bodies.
    private let bodies: KeptBytes.Share
    private var bodyBytes = 0
    private var waitingBytes = 0
    /// Whether the connection has ended. Nothing counts then, whoever still writes a response.
    private var hasEnded = false

    init(limits: ServerLimits, unsent: KeptBytes.Share, bodies: KeptBytes.Share) {
        let now = NIODeadline.now()
        timeouts = ConnectionTimeouts(limits: limits, now: now)
        wait = ClientWait(since: now)
        self.unsent = unsent
        self.bodies = bodies
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if context.channel.isActive { schedule() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        cancelTimer()
        self.context = nil
        onExpiry = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        schedule()
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancelTimer()
        hasEnded = true
        _ = unsent.set(to: 0)
        _ = countBodies()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isDiscarding { return }
        let bytes = unwrapInboundIn(data)
        if timeouts.reading == .nothing { (headBytes, lineBytes, isInFirstLine) = (0, 0, true) }
        timeouts.receivedBytes(at: .now())
        headBytes += bytes.readableBytes
        if isInFirstLine {
            let end = bytes.readableBytesView.firstIndex(of: UInt8(ascii: "\n"))
            lineBytes += end.map { $0 - bytes.readerIndex } ?? bytes.readableBytes
            isInFirstLine = end == nil
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // A complete request needs no timer.
        if timeouts.reading != .nothing { schedule() }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        writtenBytes += unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        checkProgress()
        if timeouts.hasUnsentBytes { schedule() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        checkProgress()
        context.fireChannelWritabilityChanged()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // Hummingbird closes the input only when the time for a graceful shutdown is over.
        if mode == .input { isForced = true }
        checkProgress()
        let isIdle = mode == .all && !timeouts.hasUnsentBytes && !timeouts.isClosing
        if isForced || isIdle {
            return context.close(mode: timeouts.isClosing ? .all : mode, promise: promise)
        }
        finish()
        context.channel.closeFuture.cascade(to: promise)
    }

    /// Sends the remaining bytes, closes the sending side, and leaves the client time to read.
    ///
    /// Closing at once would reset a connection with unread bytes, and the client would lose the response.
    func finish() {
        guard !timeouts.isClosing else { return }
        timeouts.close(at: .now())
        isDiscarding = true
        context?.close(mode: .output, promise: nil)
        schedule()
    }

    /// Writes the whole response to the only pending request, past the handlers of HTTP. The head may have the body in
    /// it. The caller flushes.
    func write(head: ByteBuffer, body: ByteBuffer?) {
        guard let context else { return }
        write(context: context, data: wrapOutboundOut(.byteBuffer(head)), promise: nil)
        if let body { write(context: context, data: wrapOutboundOut(.byteBuffer(body)), promise: nil) }
        wroteResponse()
    }

    /// Whether a complete request has no complete response yet.
    var isWorking: Bool { timeouts.pendingResponses > (timeouts.isReadingBody ? 1 : 0) }

    func receivedHead() { timeouts.receivedHead(at: .now()) }

    /// Counts what has arrived of a body until its response is written; `false` if that is too much with all others.
    func received(bodyBytes: Int) -> Bool {
        self.bodyBytes = bodyBytes
        return countBodies()
    }

    /// Records how many bytes wait for the response to an earlier request. Ends the connection if they are too many, with all others.
    func keep(waitingBytes: Int) {
        guard waitingBytes != self.waitingBytes else { return }
        self.waitingBytes = waitingBytes
        if !countBodies() { onExpiry?(.bodyShare) }
    }

    private func countBodies() -> Bool { bodies.set(to: hasEnded ? 0 : bodyBytes + waitingBytes) }

    func receivedEnd() {
        timeouts.receivedEnd()
        if isWorking { wait.since = nil }
    }

    func wroteResponse() {
        let now = NIODeadline.now()
        timeouts.wroteResponse(at: now)
        bodyBytes = 0
        _ = countBodies()
        if !isWorking { wait.since = now }
        onResponse?()
    }

    /// Closes the connection to make room for another, and returns `true`, unless a request has come meanwhile.
    func close(ifWaitingSince date: NIODeadline) -> Bool {
        guard wait.since == date else { return false }
        wait.since = nil
        onExpiry?(.crowded)
        return true
    }

    /// Closes the connection at once.
    func drop() { context?.close(mode: .all, promise: nil) }

    private func checkProgress() {
        guard let options = context?.channel.syncOptions else { return }
        // Fails for a closed channel only.
        let buffered = (try? options.getOption(.bufferedWritableBytes)) ?? 0
        if buffered > 0 || timeouts.hasUnsentBytes {
            timeouts.progressed(sent: writtenBytes - buffered, buffered: buffered, at: .now())
        }
        if !unsent.set(to: buffered) { onExpiry?(.unreadShare) }
    }

    private func schedule() {
        guard let context else { return }
        let at = timeouts.nextCheck(after: .now())
        if let timer {
            if timer.at <= at { return }
            timer.task.cancel()
        }
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: at) { self.check() }
        timer = (at, task)
    }

    private func cancelTimer() {
        timer?.task.cancel()
        timer = nil
    }

    private func check() {
        timer = nil
        guard let context, context.channel.isActive else { return }
        checkProgress()
        guard let deadline = timeouts.deadline, deadline.at <= .now() else { return schedule() }
        onExpiry?(deadline.reason)
        if context.channel.isActive { schedule() }
    }
}

@available(*, unavailable)
extension ConnectionTimeoutHandler: Sendable {}
