import AirworthyPolicy
import Hummingbird
import NIOCore
import NIOHTTP1

/// Holds the requests of one connection to the limits, and answers those that never reach a route.
///
/// Sits between the decoder and everything else.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let gate: ConnectionGate
    private let limits: ServerLimits
    private let report: @Sendable (Refusal) -> Void
    private var bodyBytes = 0
    /// Whether the request that was read last is the last of the connection.
    private var isLast = false
    /// Whether the answer being written ends the connection.
    private var endsAfterAnswer = false
    private var wantsKeepAlive = false
    /// Whether the head of an answer is written and its end is not.
    private var isAnswering = false
    private var refusal: (why: Refusal, answersBefore: Int)?

    init(_ gate: ConnectionGate, limits: ServerLimits, report: @escaping @Sendable (Refusal) -> Void) {
        self.gate = gate
        self.limits = limits
        self.report = report
    }

    func handlerAdded(context: ChannelHandlerContext) {
        gate.onVerdict = { [unowned self] in act(on: $0, context) }
    }

    private func act(on verdict: ConnectionWatch.Verdict, _ context: ChannelHandlerContext) {
        switch verdict {
        case .head: refuse(.headTimeout, context)
        case .body: refuse(.bodyTimeout, context)
        case .linger: gate.drop()
        case .idle, .stall:
            report(verdict == .idle ? .idle : .stalled)
            gate.drop()
        }
    }

    // MARK: What arrives

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard refusal == nil, !gate.isDiscarding else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            if isLast { return }
            if let why = check(head) { return refuse(why, context) }
            bodyBytes = 0
            gate.watch.headEnded(.now())
            note(head, context)
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            if bodyBytes > limits.adminBody { return refuse(.bodyTooLarge, context) }
        case .end:
            gate.watch.requestEnded()
        }
        context.fireChannelRead(data)
    }

    private func check(_ head: HTTPRequestHead) -> Refusal? {
        if head.uri.utf8.count > limits.urlBytes { return .urlTooLong }
        if gate.headBytes > limits.headerBytes {
            let size = head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
            if size > limits.headerBytes { return .headTooLarge }
        }
        guard head.mayHaveBody, let length = head.headers.first(name: "content-length") else { return nil }
        return Int(length).map { $0 <= limits.adminBody } ?? false ? nil : .bodyTooLarge
    }

    private func note(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        // The decoder reads no further once a caller asked for another protocol, which there is none of here.
        isLast = !head.isKeepAlive || head.method == .CONNECT || head.headers.contains(name: "upgrade")
        wantsKeepAlive = head.version == .http1_0 && !isLast
        guard head.mayHaveBody, gate.watch.owed == 1 else { return }
        if head.headers.first(name: "expect")?.lowercased() == "100-continue" {
            let part = HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .continue))
            context.writeAndFlush(wrapOutboundOut(part), promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.headerOverflow:
            refuse(gate.lineBytes > limits.urlBytes ? .urlTooLong : .headTooLarge, context)
        case HTTPParserError.invalidEOFState: refuse(.aborted, context)
        case is HTTPParserError: refuse(.malformed, context)
        default: refuse(.aborted, context)
        }
    }

    // MARK: What is answered

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if let refusal, refusal.answersBefore == 0 {
            promise?.fail(refusal.why)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            isAnswering = true
            // A request that is answered before it was read: the rest of it is not waited for.
            endsAfterAnswer = gate.watch.owed == 1 && (isLast || gate.watch.isReadingBody)
            guard endsAfterAnswer || wantsKeepAlive else { return context.write(data, promise: promise) }
            head.headers.replaceOrAdd(name: "connection", value: endsAfterAnswer ? "close" : "keep-alive")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            isAnswering = false
            gate.watch.answered(.now())
            guard endsAfterAnswer || refusal != nil else { return context.write(data, promise: promise) }
            context.writeAndFlush(data, promise: promise)
            if refusal != nil {
                refusal?.answersBefore -= 1
                if refusal?.answersBefore == 0 { answerRefusal(context) }
            } else {
                gate.finish()
            }
        }
    }

    /// Reads no further, answers once the answers before are written, and closes.
    private func refuse(_ why: Refusal, _ context: ChannelHandlerContext) {
        guard refusal == nil, !gate.watch.isClosing else { return }
        report(why)
        gate.isDiscarding = true
        let ownAnswer = gate.watch.isReadingBody ? 1 : 0
        refusal = (why, max(0, gate.watch.owed - ownAnswer))
        if refusal?.answersBefore == 0 { answerRefusal(context) }
        context.fireErrorCaught(why)
    }

    private func answerRefusal(_ context: ChannelHandlerContext) {
        guard let why = refusal?.why else { return }
        // A second head in the middle of an answer would be read as part of its body.
        if !isAnswering, let problem = why.problem(limits) {
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
        gate.finish()
    }
}

extension HTTPRequestHead {
    fileprivate var mayHaveBody: Bool { method != .GET && method != .HEAD }
}

@available(*, unavailable)
extension RequestGuard: Sendable {}
