import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// The least that a SwiftNIO program can be: a handler that writes prepared parts. A column of the table.
///
/// Usage: `RawServer FOLDER`. The folder has complete responses as they are on the wire, in the files `200` and `304`. A
/// request with `If-None-Match` gets the latter, any other the former.
@main
struct RawServer {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else { fatalError("RawServer FOLDER") }
        let folder = URL(filePath: CommandLine.arguments[1])
        let full = try Answer(folder.appending(path: "200"), status: .ok)
        let notModified = try Answer(folder.appending(path: "304"), status: .notModified)
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(full: full, notModified: notModified))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        print("listening on http://127.0.0.1:\(server.localAddress?.port ?? 0)")
        fflush(nil)
        try await server.closeFuture.get()
    }
}

/// A response in the parts that NIO encodes.
private struct Answer: Sendable {
    let head: HTTPResponseHead
    let body: ByteBuffer

    init(_ file: URL, status: HTTPResponseStatus) throws {
        let bytes = try Data(contentsOf: file)
        guard let end = bytes.firstRange(of: Data("\r\n\r\n".utf8)) else { fatalError("\(file.path) has no head") }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var headers = HTTPHeaders()
        for line in lines.dropFirst() {
            let parts = line.components(separatedBy: ": ")
            headers.add(name: parts[0], value: parts.dropFirst().joined(separator: ": "))
        }
        head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        body = ByteBuffer(bytes: bytes[end.upperBound...])
    }
}

private final class Handler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let full: Answer
    private let notModified: Answer
    private var answer: Answer

    init(full: Answer, notModified: Answer) {
        self.full = full
        self.notModified = notModified
        answer = full
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): answer = head.headers.contains(name: "if-none-match") ? notModified : full
        case .body: break
        case .end:
            context.write(wrapOutboundOut(.head(answer.head)), promise: nil)
            if answer.body.readableBytes > 0 {
                context.write(wrapOutboundOut(.body(.byteBuffer(answer.body))), promise: nil)
            }
            context.write(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) { context.flush() }
}
