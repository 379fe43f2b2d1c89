import AirworthyPolicy
import Hummingbird
import NIOCore
import NIOHTTP1

/// The channel handler behind the HTTP decoder: it limits sizes, and answers requests that never reach a route.
final class RequestLimitHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Valid transitions: waiting ⇄ responding, and both → rejecting → rejected.
    private enum State {
        /// No response is being written.
        case waiting
        /// The head of a response is written and its end is not. After the last one the connection ends.
        case responding(isLast: Bool)
        /// A request was rejected, and there are responses to earlier ones.
        case rejecting(DisconnectReason, responsesBefore: Int, isResponding: Bool)
        /// A request was rejected, and nothing is written any more.
        case rejected(DisconnectReason)
    }

    private struct Latest {
        var bodyBytes = 0
        /// Whether it is the last of the connection.
        var isLast = false
        var needsKeepAliveHeader = false
    }

    private let connection: ConnectionTimeoutHandler
    private let limits: ServerLimits
    private let report: @Sendable (DisconnectReason) -> Void
    private var state = State.waiting
    private var latest = Latest()

    private var hasRejected: Bool {
        switch state {
        case .waiting, .responding: false
        case .rejecting, .rejected: true
        }
    }

    init(
        timeouts: ConnectionTimeoutHandler, limits: ServerLimits, report: @escaping @Sendable (DisconnectReason) -> Void
    ) {
        connection = timeouts
        self.limits = limits
        self.report = report
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connection.onExpiry = { [unowned self] in end(because: $0, context: context) }
    }

    private func end(because reason: DisconnectReason?, context: ChannelHandlerContext) {
        if let reason {
            if reason == .headTimeout || reason == .bodyTimeout { return reject(reason, context: context) }
            report(reason)
        }
        connection.drop()
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasRejected, !connection.isDiscarding else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            if latest.isLast { return }
            if let reason = exceededLimit(of: head) ?? RequestHeadCheck.problem(with: head) {
                return reject(reason, context: context)
            }
            connection.receivedHead()
            prepareResponse(to: head, context: context)
        case .body(let bytes):
            latest.bodyBytes += bytes.readableBytes
            if latest.bodyBytes > limits.bodyBytes { return reject(.bodyTooLarge, context: context) }
            if !connection.received(bodyBytes: latest.bodyBytes) { return reject(.bodyShare, context: context) }
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
        let isLast = !head.isKeepAlive || head.method == .CONNECT || head.headers.contains(name: "upgrade")
        latest = Latest(isLast: isLast, needsKeepAliveHeader: head.version == .http1_0 && !isLast)
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
        if case .rejected(let reason) = state {
            promise?.fail(reason)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // After a response to an incomplete request, the server does not wait for the rest of that request.
            let isLast =
                connection.timeouts.pendingResponses == 1 && (latest.isLast || connection.timeouts.isReadingBody)
            beginResponse(isLast: isLast)
            guard isLast || latest.needsKeepAliveHeader else { return context.write(data, promise: promise) }
            head.headers.replaceOrAdd(name: "connection", value: isLast ? "close" : "keep-alive")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            connection.wroteResponse()
            endResponse(data, context: context, promise: promise)
        }
    }

    private func beginResponse(isLast: Bool) {
        switch state {
        case .waiting, .responding: state = .responding(isLast: isLast)
        case .rejecting(let reason, let count, _):
            state = .rejecting(reason, responsesBefore: count, isResponding: true)
        case .rejected: break
        }
    }

    private func endResponse(_ data: NIOAny, context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
        switch state {
        case .waiting, .responding(isLast: false), .rejected:
            state = .waiting
            context.write(data, promise: promise)
        case .responding(isLast: true):
            state = .waiting
            context.writeAndFlush(data, promise: promise)
            connection.finish()
        case .rejecting(let reason, let count, _):
            context.writeAndFlush(data, promise: promise)
            state = .rejecting(reason, responsesBefore: count - 1, isResponding: false)
            if count == 1 { respondToRejected(reason, isResponding: false, context: context) }
        }
    }

    /// Stops reading, responds after the pending responses, and closes the connection.
    private func reject(_ reason: DisconnectReason, context: ChannelHandlerContext) {
        guard !hasRejected, !connection.timeouts.isClosing else { return }
        report(reason)
        connection.isDiscarding = true
        let isResponding = if case .responding = state { true } else { false }
        let own = connection.timeouts.isReadingBody ? 1 : 0
        let count = max(0, connection.timeouts.pendingResponses - own)
        state = .rejecting(reason, responsesBefore: count, isResponding: isResponding)
        if count == 0 { respondToRejected(reason, isResponding: isResponding, context: context) }
        context.fireErrorCaught(reason)
    }

    private func respondToRejected(_ reason: DisconnectReason, isResponding: Bool, context: ChannelHandlerContext) {
        state = .rejected(reason)
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

/// The check of a request's head before it is routed.
///
/// A proxy in front of the server may decide by the path, such as "nothing below /v1/admin". The server therefore accepts
/// only heads that every reader understands in the same way.
enum RequestHeadCheck {
    /// Returns the reason to refuse a request; `nil` if it is unambiguous. The head is as the decoder read it.
    static func problem(with head: HTTPRequestHead) -> DisconnectReason? {
        guard hasOneHost(head) else { return .ambiguousHost }
        guard hasOneLength(head) else { return .ambiguousLength }
        return isPlainTarget(head.uri) ? nil : .ambiguousTarget
    }

    /// Whether the request has exactly one plausible host; in HTTP/1.0 it may have none.
    private static func hasOneHost(_ head: HTTPRequestHead) -> Bool {
        let hosts = head.headers["host"]
        guard hosts.count <= 1 else { return false }
        guard let host = hosts.first else { return head.version == .http1_0 }
        return !host.isEmpty && host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !isOutsideHosts($0) }
    }

    /// Whether a printable byte is one that no host contains.
    private static func isOutsideHosts(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "/", "\\", "@", "?", "#", ",", ";", "\"", "<", ">": true
        default: false
        }
    }

    /// Whether the end of the body is known in one way: by its length or as chunks, and in no other encoding.
    private static func hasOneLength(_ head: HTTPRequestHead) -> Bool {
        let encodings = head.headers["transfer-encoding"]
        guard !encodings.isEmpty else { return true }
        return encodings.count == 1 && encodings[0].lowercased() == "chunked" && head.version == .http1_1
            && !head.headers.contains(name: "content-length")
    }

    /// Whether a request target is a path without parts that proxies and servers resolve in different ways.
    static func isPlainTarget(_ target: String) -> Bool {
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
        guard path.first == UInt8(ascii: "/"), !path.contains(where: isForbidden) else { return false }
        if isSimple(path) { return true }
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        // Only the last segment may be empty: "/v1/apps/" is below "/v1/apps" for everybody.
        guard !segments.dropLast().contains(where: \.isEmpty) else { return false }
        return segments.allSatisfy { isPlain($0) }
    }

    /// Whether no segment is empty, begins with a dot or is percent-encoded, as in nearly all requests.
    private static func isSimple(_ path: Substring.UTF8View) -> Bool {
        var isSegmentStart = false
        for byte in path {
            let isSlash = byte == UInt8(ascii: "/")
            if byte == UInt8(ascii: "%") || isSegmentStart && (isSlash || byte == UInt8(ascii: ".")) { return false }
            isSegmentStart = isSlash
        }
        return true
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "#")
    }

    /// Whether a segment is no `.` or `..`, and hides no separator behind percent-encoding.
    private static func isPlain(_ segment: Substring.UTF8View) -> Bool {
        guard segment.contains(UInt8(ascii: "%")) else { return !isDots(Substring(segment)) }
        let text = Substring(segment).lowercased()
        return !hiddenBytes.contains(where: text.contains) && !isDots(text.replacing("%2e", with: "."))
    }

    /// The slash, the backslash and zero, percent-encoded.
    private static let hiddenBytes = ["%2f", "%5c", "%00"]

    private static func isDots(_ segment: some StringProtocol) -> Bool { segment == "." || segment == ".." }
}
