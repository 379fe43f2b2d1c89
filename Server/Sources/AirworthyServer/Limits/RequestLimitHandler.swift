import AirworthyPolicy
import Hummingbird
import NIOCore
import NIOHTTP1

/// The channel handler behind the HTTP decoder: it enforces the size limits of requests, and answers requests that
/// never reach a route.
final class RequestLimitHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let connection: ConnectionTimeoutHandler
    private let limits: ServerLimits
    private let report: @Sendable (DisconnectReason) -> Void
    private var bodyBytes = 0
    /// Whether the latest request is the last of the connection.
    private var isLastRequest = false
    /// Whether the connection ends after the response that is being written.
    private var endsAfterResponse = false
    private var needsKeepAliveHeader = false
    /// Whether the head of a response is written and its end is not.
    private var isResponding = false
    /// The reason of the disconnection, and the number of responses to write before it.
    private var rejection: (reason: DisconnectReason, responsesBefore: Int)?

    init(
        timeouts: ConnectionTimeoutHandler, limits: ServerLimits, report: @escaping @Sendable (DisconnectReason) -> Void
    ) {
        connection = timeouts
        self.limits = limits
        self.report = report
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connection.onExpiry = { [unowned self] in handle(expiry: $0, context: context) }
    }

    private func handle(expiry: ConnectionTimeouts.Expiry, context: ChannelHandlerContext) {
        switch expiry {
        case .head: reject(.headTimeout, context: context)
        case .body: reject(.bodyTimeout, context: context)
        case .linger: connection.drop()
        case .idle: drop(.idle)
        case .stall: drop(.stalled)
        case .share: drop(.unreadShare)
        case .kept: drop(.bodyShare)
        case .crowd: drop(.crowded)
        }
    }

    private func drop(_ reason: DisconnectReason) {
        report(reason)
        connection.drop()
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard rejection == nil, !connection.isDiscarding else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            if isLastRequest { return }
            if let reason = exceededLimit(of: head) ?? RequestHeadCheck.problem(with: head) {
                return reject(reason, context: context)
            }
            bodyBytes = 0
            connection.receivedHead()
            prepareResponse(to: head, context: context)
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            if bodyBytes > limits.bodyBytes { return reject(.bodyTooLarge, context: context) }
            if !connection.received(bodyBytes: bodyBytes) { return reject(.bodyShare, context: context) }
        case .end:
            connection.receivedEnd()
        }
        context.fireChannelRead(data)
    }

    private func exceededLimit(of head: HTTPRequestHead) -> DisconnectReason? {
        if head.uri.utf8.count > limits.urlBytes { return .urlTooLong }
        if connection.headBytes > limits.headerBytes {
            let size = head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
            if size > limits.headerBytes { return .headTooLarge }
        }
        guard head.mayHaveBody, let length = head.headers.first(name: "content-length") else { return nil }
        return Int(length).map { $0 <= limits.bodyBytes } ?? false ? nil : .bodyTooLarge
    }

    private func prepareResponse(to head: HTTPRequestHead, context: ChannelHandlerContext) {
        // The decoder stops reading once a client requests a protocol upgrade, and the server supports none.
        isLastRequest = !head.isKeepAlive || head.method == .CONNECT || head.headers.contains(name: "upgrade")
        needsKeepAliveHeader = head.version == .http1_0 && !isLastRequest
        guard head.mayHaveBody, connection.timeouts.pendingResponses == 1 else { return }
        if head.headers.first(name: "expect")?.lowercased() == "100-continue" {
            let part = HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .continue))
            context.writeAndFlush(wrapOutboundOut(part), promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.headerOverflow:
            let isLongLine = connection.lineBytes > limits.urlBytes
            reject(isLongLine ? .urlTooLong : .headTooLarge, context: context)
        case HTTPParserError.invalidEOFState: reject(.aborted, context: context)
        case is HTTPParserError: reject(.malformed, context: context)
        default: reject(.aborted, context: context)
        }
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if let rejection, rejection.responsesBefore == 0 {
            promise?.fail(rejection.reason)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            isResponding = true
            // After a response to an incomplete request, the server does not wait for the rest of that request.
            endsAfterResponse =
                connection.timeouts.pendingResponses == 1 && (isLastRequest || connection.timeouts.isReadingBody)
            guard endsAfterResponse || needsKeepAliveHeader else { return context.write(data, promise: promise) }
            head.headers.replaceOrAdd(name: "connection", value: endsAfterResponse ? "close" : "keep-alive")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            isResponding = false
            connection.wroteResponse()
            guard endsAfterResponse || rejection != nil else { return context.write(data, promise: promise) }
            context.writeAndFlush(data, promise: promise)
            if rejection != nil {
                rejection?.responsesBefore -= 1
                if rejection?.responsesBefore == 0 { respondToRejected(context: context) }
            } else {
                connection.finish()
            }
        }
    }

    /// Stops reading, responds after the pending responses, and closes the connection.
    private func reject(_ reason: DisconnectReason, context: ChannelHandlerContext) {
        guard rejection == nil, !connection.timeouts.isClosing else { return }
        report(reason)
        connection.isDiscarding = true
        let own = connection.timeouts.isReadingBody ? 1 : 0
        rejection = (reason, max(0, connection.timeouts.pendingResponses - own))
        if rejection?.responsesBefore == 0 { respondToRejected(context: context) }
        context.fireErrorCaught(reason)
    }

    private func respondToRejected(context: ChannelHandlerContext) {
        guard let reason = rejection?.reason else { return }
        // Within a response, the client would read a second head as part of the body.
        if !isResponding, let problem = reason.problem(limits: limits) {
            let bytes = problem.jsonValue(instance: "\(RequestID())").jsonBytes()
            var head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: problem.status.code))
            head.headers.add(name: "content-type", value: "application/problem+json")
            head.headers.add(name: "content-length", value: String(bytes.count))
            head.headers.add(name: "cache-control", value: "no-store")
            head.headers.add(name: "connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
        connection.finish()
    }
}

extension HTTPRequestHead {
    fileprivate var mayHaveBody: Bool { method != .GET && method != .HEAD }
}

@available(*, unavailable)
extension RequestLimitHandler: Sendable {}
