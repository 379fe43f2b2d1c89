import Foundation
import NIOCore

/// The channel handler that keeps back what a client sends before it has its response, and stops reading meanwhile, so that the
/// handlers behind have one request at a time and a client with many requests in a row waits in turn with all others.
///
/// It keeps bytes and not requests, which take more memory. It cuts them at empty lines, which end the head of a request: no more
/// than the body of a request and the head of the next one are handed on together, but for short requests within the 256 bytes that a
/// piece of a body has at least.
final class RequestQueueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The smallest piece of a body, so that one of empty lines is not handed on line by line.
    private static let leastOfBody = 256

    /// Knows the responses of the connection; the next handler.
    private let connection: ConnectionTimeoutHandler
    private var waiting: ByteBuffer?
    private var isInputClosed = false
    private var isReadDelayed = false
    private var isHandingOn = false
    private var context: ChannelHandlerContext?

    init(before connection: ConnectionTimeoutHandler) { self.connection = connection }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        connection.onResponse = { [unowned self] in resumeLater() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        connection.onResponse = nil
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        waiting.setOrWriteBuffer(&bytes)
        handOn(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent, waiting != nil {
            isInputClosed = true
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        resumeLater()
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        waiting = nil
        context.fireChannelInactive()
    }

    func read(context: ChannelHandlerContext) {
        if waiting == nil { context.read() } else { isReadDelayed = true }
    }

    /// Goes on once the event loop has served others.
    private func resumeLater() {
        guard waiting != nil, !isHandingOn, let context else { return }
        context.eventLoop.assumeIsolated().execute { [self] in resume() }
    }

    private func resume() {
        guard let context, waiting != nil else { return }
        handOn(context)
        context.fireChannelReadComplete()
        guard waiting == nil else { return }
        if isInputClosed {
            isInputClosed = false
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
        if isReadDelayed {
            isReadDelayed = false
            context.read()
        }
    }

    private func handOn(_ context: ChannelHandlerContext) {
        guard !isHandingOn else { return }
        isHandingOn = true
        defer { isHandingOn = false }
        while isNextDue(context), var bytes = waiting {
            waiting = nil
            let piece = bytes.readSlice(length: lengthOfPiece(bytes)) ?? bytes
            if bytes.readableBytes > 0 { waiting = bytes }
            context.fireChannelRead(wrapInboundOut(piece))
        }
        // Of a buffer of which a part waits, all is in memory.
        connection.keep(waitingBytes: waiting?.storageCapacity ?? 0)
    }

    /// Whether the client has all its responses and reads them, or sends the body of the request that it gets the next one for.
    private func isNextDue(_ context: ChannelHandlerContext) -> Bool {
        if connection.isDiscarding { return true }
        guard !connection.isWorking else { return false }
        if connection.timeouts.isReadingBody || context.channel.isWritable { return true }
        context.flush()
        return context.channel.isWritable
    }

    private func lengthOfPiece(_ bytes: ByteBuffer) -> Int {
        if connection.isDiscarding { return bytes.readableBytes }
        let view = bytes.readableBytesView
        let least = connection.timeouts.isReadingBody ? Self.leastOfBody : 0
        return view.endOfEmptyLine(after: least) ?? view.count
    }
}

@available(*, unavailable)
extension RequestQueueHandler: Sendable {}

extension ByteBufferView {
    /// Returns the offset after the first empty line that ends beyond `least`; `nil` if there is none. Lines end with LF or CR LF.
    fileprivate func endOfEmptyLine(after least: Int) -> Int? {
        unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var start = 0
            while start < bytes.count, let end = unsafe memchr(base + start, 0x0A, bytes.count - start) {
                let length = unsafe UnsafeRawPointer(end) - base - start
                let isEmpty = unsafe length == 0 || (length == 1 && bytes[start] == UInt8(ascii: "\r"))
                start += length + 1
                if isEmpty, start > least { return start }
            }
            return nil
        }
    }
}
