import NIOCore
import NIOEmbedded
import NIOHTTP1
import ServerSupport
import Testing

@testable import AirworthyServer

/// What a client sends before it has its response waits, and the requests stay what they are.
@Suite struct RequestQueueTests {
    private static let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let post = "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\n\r\n\r\n\n\nab"
    private static let chunked =
        "PUT /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n\r\n\r\n\r\n0\r\n\r\n"

    @Test func `of requests in a row one is handed on, and the next after its response`() throws {
        let connection = try Connection()
        try connection.receive(String(repeating: Self.get, count: 100))
        for count in 1...100 {
            #expect(connection.seen.requests.count == count)
            connection.respond()
        }
        #expect(connection.seen.requests.count == 100)
    }

    @Test func `nothing is read while something waits, and the end of the input comes after what waits`() throws {
        let connection = try Connection()
        try connection.receive(Self.get)
        connection.channel.read()
        #expect(connection.reads == 1)
        try connection.receive(Self.get)
        connection.channel.read()
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(connection.reads == 1 && !connection.seen.isAtEnd)
        connection.respond()
        #expect(connection.reads == 2 && connection.seen.isAtEnd && connection.seen.requests.count == 2)
    }

    @Test func `a client that does not read its responses gets no further one until it does`() throws {
        let connection = try Connection()
        connection.channel.isWritable = false
        try connection.receive(Self.get)
        #expect(connection.seen.requests.isEmpty)
        connection.channel.isWritable = true
        connection.channel.pipeline.fireChannelWritabilityChanged()
        connection.channel.embeddedEventLoop.run()
        #expect(connection.seen.requests.count == 1)
    }

    @Test(arguments: UInt64(1)...200)
    func `however the bytes are cut, the requests are the same, and few of them are begun`(seed: UInt64) throws {
        var random = Seeded(seed)
        let sent = (0..<Int.random(in: 1...12, using: &random)).map { _ in
            [Self.get, Self.post, Self.chunked].randomElement(using: &random) ?? Self.get
        }
        let connection = try Connection()
        var bytes = Array(sent.joined().utf8)[...]
        while !bytes.isEmpty {
            let piece = bytes.prefix(Int.random(in: 1...200, using: &random))
            bytes = bytes.dropFirst(piece.count)
            try connection.receive(String(decoding: piece, as: UTF8.self))
            #expect(connection.seen.begun <= 12)
            if Bool.random(using: &random) { connection.respond() }
        }
        for _ in sent { connection.respond() }
        let wanted = sent.map { text in
            switch text {
            case Self.get: "GET /a "
            case Self.post: "POST /b \r\n\r\n\n\nab"
            default: "PUT /c \r\n\r\n"
            }
        }
        #expect(connection.seen.requests == wanted)
    }

    @Test func `what waits counts, and a client that sends too much is disconnected`() throws {
        let bodies = KeptBytes(limit: 1 << 16)
        let connection = try Connection(bodies: bodies)
        try connection.receive(String(repeating: Self.get, count: 100))
        #expect((2_000...8_192).contains(bodies.total) && connection.channel.isActive)
        for _ in 1...100 { connection.respond() }
        #expect(bodies.total == 0)
        try connection.receive(String(repeating: Self.get, count: 3_000))
        #expect(!connection.channel.isActive && bodies.total == 0)
    }

    @Test func `a response that is written after the connection has ended counts nothing`() throws {
        let bodies = KeptBytes(limit: 1 << 20)
        let connection = try Connection(bodies: bodies)
        try connection.receive(Self.get + Self.post)
        #expect(bodies.total > 0)
        connection.channel.pipeline.fireChannelInactive()
        #expect(bodies.total == 0)
        connection.respond()
        #expect(bodies.total == 0)
    }

    @Test func `what follows a body in one piece is handed on together for 256 bytes only`() throws {
        let connection = try Connection()
        try connection.receive("POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na")
        try connection.receive("b" + String(repeating: Self.get, count: 500))
        #expect((2...12).contains(connection.seen.begun))
    }
}

/// A connection with the handlers of the server, whose requests a test answers.
private struct Connection {
    let channel = EmbeddedChannel()
    let seen = Seen()
    private let counter = ReadCounter()

    var reads: Int { counter.reads }

    init(bodies: KeptBytes = KeptBytes(limit: 64 << 20)) throws {
        let limits = ServerLimits()
        let timeouts = ConnectionTimeoutHandler(
            limits: limits, unsent: KeptBytes(limit: limits.unsentBytes).share(of: nil),
            bodies: bodies.share(of: nil))
        try channel.pipeline.syncOperations.addHandlers([
            counter, RequestQueueHandler(before: timeouts), timeouts, HTTPResponseEncoder(),
            ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)),
            RequestLimitHandler(timeouts: timeouts, limits: limits) { _ in }, seen,
        ])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
        counter.reads = 0
    }

    func receive(_ text: String) throws {
        try channel.writeInbound(ByteBuffer(string: text))
        channel.embeddedEventLoop.run()
    }

    /// Responds to the first request without a response, if it is complete.
    func respond() {
        guard seen.isComplete else { return }
        seen.begun -= 1
        channel.pipeline.syncOperations.write(
            NIOAny(HTTPServerResponsePart.head(.init(version: .http1_1, status: .ok))), promise: nil)
        channel.pipeline.syncOperations.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: nil)
        channel.embeddedEventLoop.run()
    }
}

private final class ReadCounter: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    var reads = 0

    func read(context: ChannelHandlerContext) {
        reads += 1
        context.read()
    }
}

/// The end of the pipeline.
private final class Seen: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    /// Method, path and body of each complete request.
    private(set) var requests: [String] = []
    /// The number of requests that have begun and have no response.
    var begun = 0
    private(set) var isAtEnd = false
    private var request = ""

    /// Whether the first request without a response is complete.
    var isComplete: Bool { begun > (request.isEmpty ? 0 : 1) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            begun += 1
            request = "\(head.method) \(head.uri) "
        case .body(let bytes): request += String(buffer: bytes)
        case .end:
            requests.append(request)
            request = ""
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { isAtEnd = true }
    }
}

@available(*, unavailable)
extension ReadCounter: Sendable {}

@available(*, unavailable)
extension Seen: Sendable {}
