import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The port, and what goes wrong on it.
struct SimulatorServer {
    let engine: Engine
    let address: ListenAddress
    private static let bodyLimit = 1024 * 1024

    /// Serves until it is cancelled or a graceful shutdown begins.
    /// - Parameter ready: Told the address once connections are accepted.
    /// - Throws: `ControlError` where the port cannot be had.
    func run(_ ready: @escaping @Sendable (String) async -> Void) async throws {
        let quiet = Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() }
        let server = try HTTPServerBuilder.http1().buildServer(
            configuration: ServerConfiguration(address: .hostname(address.host, port: address.port), backlog: 1024),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: quiet,
            responder: { request, writer, channel in try await respond(to: request, writer, channel) },
            onServerRunning: { channel in await ready(address.url(port: channel.localAddress?.port ?? address.port)) })
        let courier = Courier(engine: engine)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await courier.run() }
            group.addTask {
                do {
                    try await server.run()
                } catch let error where !(error is CancellationError) {
                    throw Self.explained(error, address)
                }
            }
            defer { group.cancelAll() }
            // The first to end is the server: the courier has no end of its own.
            try await group.next()
        }
    }

    private static func explained(_ error: any Error, _ address: ListenAddress) -> AppStoreSimulator.ControlError {
        let place = "port \(address.port) of \(address.host)"
        return switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: .init("\(place) is in use; stop what uses it, or take another port")
        case EACCES: .init("this user may not listen on \(place); take a port from 1024 on")
        case EADDRNOTAVAIL: .init("\(address.host) is no address of this machine")
        default: .init("cannot listen on \(place): \(error)")
        }
    }

    private func respond(
        to request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel
    ) async throws {
        var request = request
        let collected = try? await request.collectBody(upTo: Self.bodyLimit)
        let body = collected.map { Array($0.readableBytesView) } ?? []
        let call = Self.call(request, body: body, local: channel.localAddress)
        let outcome =
            collected == nil ? Outcome(reply: Reply(status: 413, type: nil)) : engine.respond(to: call)
        report(request, call, outcome)
        if outcome.delay > 0 { try await Self.wait(seconds: outcome.delay) }

        var reply = outcome.reply
        if call.method == "HEAD" { reply.body = [] }
        switch outcome.delivery {
        case .never: try await channel.close()
        case .reset: try await Self.reset(channel)
        case .whole:
            try await writer.write(
                response: Self.head(reply), body: ResponseBody(byteBuffer: ByteBuffer(bytes: reply.body)))
        case .half:
            var body = try await writer.writeHead(Self.head(reply))
            try await body.write(ByteBuffer(bytes: reply.body.prefix(reply.body.count / 2)))
            try await channel.close()
        }
    }

    private static func call(_ request: Request, body: [UInt8], local: SocketAddress?) -> Call {
        let target = request.head.path ?? "/"
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let host = request.head.authority ?? "127.0.0.1:\(local?.port ?? 0)"
        return Call(
            method: request.method.rawValue, path: Percent.decoded(parts[0].replacing("+", with: "%2B")),
            query: Query(parts.count > 1 ? parts[1] : ""),
            fields: request.headers.map { ($0.name.rawName, $0.value) }, body: body, base: "http://\(host)")
    }

    private static func head(_ reply: Reply) -> HTTPResponse {
        var fields = HTTPFields()
        if let type = reply.type { fields[.contentType] = type }
        for (name, value) in reply.fields {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        if reply.status != 204 { fields[.contentLength] = String(reply.body.count) }
        return HTTPResponse(status: .init(code: reply.status), headerFields: fields)
    }

    /// Ends with a reset, not as connections end.
    private static func reset(_ channel: any Channel) async throws {
        if let options = channel as? any SocketOptionProvider {
            try await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        try await channel.close()
    }

    /// In real time, because the callers' time-outs are; ends early when the simulator does.
    private static func wait(seconds: Double) async throws {
        try await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(seconds)) }
    }

    private func report(_ request: Request, _ call: Call, _ outcome: Outcome) {
        guard let observe = engine.observe else { return }
        var fields = outcome.reply.fields
        if let type = outcome.reply.type { fields.insert((name: "Content-Type", value: type), at: 0) }
        let isAnswered = outcome.delivery == .whole || outcome.delivery == .half
        observe(
            AppStoreSimulator.Exchange(
                method: call.method, target: request.head.path ?? "/", requestFields: call.fields.map(Self.redacted),
                requestBody: call.body, status: isAnswered ? outcome.reply.status : 0, fields: fields,
                body: outcome.reply.body, fault: outcome.fault, keyID: outcome.keyID))
    }

    private static func redacted(_ field: (name: String, value: String)) -> (name: String, value: String) {
        guard field.name.lowercased() == "authorization" else { return field }
        let scheme = field.value.prefix { $0 != " " }
        return (field.name, "\(scheme) (\(field.value.utf8.count - scheme.utf8.count) bytes)")
    }
}
