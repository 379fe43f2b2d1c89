import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

struct ListenAddress: Sendable {
    let host: String
    /// The port; 0 chooses a free one.
    let port: Int

    /// Returns the URL for clients, with the actual port.
    func url(port: Int) -> String {
        "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}

/// The HTTP server. It sends the planned responses, with their delays and broken connections.
struct SimulatorServer {
    let engine: SimulatorEngine
    let address: ListenAddress
    private static let bodyLimit = 1024 * 1024

    /// Serves until it is cancelled or a graceful shutdown begins. `ready` gets the URL of the listening server.
    func run(_ ready: @escaping @Sendable (String) async -> Void) async throws {
        let quiet = Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() }
        let server = try HTTPServerBuilder.http1().buildServer(
            configuration: ServerConfiguration(address: .hostname(address.host, port: address.port), backlog: 1024),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: quiet,
            responder: { request, writer, channel in try await respond(to: request, with: writer, on: channel) },
            onServerRunning: { channel in await ready(address.url(port: channel.localAddress?.port ?? address.port)) })
        let sender = WebhookSender(engine: engine)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await sender.run() }
            group.addTask {
                do {
                    try await server.run()
                } catch let error where !(error is CancellationError) {
                    throw Self.explanation(of: error, at: address)
                }
            }
            defer { group.cancelAll() }
            // The server ends first: the sender runs until it is cancelled.
            try await group.next()
        }
    }

    private static func explanation(of error: any Error, at address: ListenAddress) -> ControlError {
        let place = "port \(address.port) of \(address.host)"
        return switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: .init("\(place) is in use; stop the program that uses it, or choose another port")
        case EACCES: .init("this user may not listen on \(place); choose a port from 1024 on")
        case EADDRNOTAVAIL: .init("\(address.host) is not an address of this machine")
        default: .init("cannot listen on \(place): \(error)")
        }
    }

    private func respond(
        to head: Request, with writer: consuming ResponseWriter, on channel: any Channel
    ) async throws {
        var head = head
        let collected = try? await head.collectBody(upTo: Self.bodyLimit)
        let body = collected.map { Array($0.readableBytesView) } ?? []
        let request = Self.request(head, body: body, local: channel.localAddress)
        let plan =
            collected == nil
            ? PlannedResponse(response: SimulatorResponse(status: 413, type: nil)) : engine.respond(to: request)
        report(request, target: head.head.path ?? "/", plan: plan)
        if plan.delay > 0 { try await Self.wait(seconds: plan.delay) }

        var response = plan.response
        if request.method == "HEAD" { response.body = [] }
        switch plan.delivery {
        case .never: try await channel.close()
        case .reset: try await Self.reset(channel)
        case .whole:
            try await writer.write(
                response: Self.head(of: response), body: ResponseBody(byteBuffer: ByteBuffer(bytes: response.body)))
        case .half:
            var body = try await writer.writeHead(Self.head(of: response))
            try await body.write(ByteBuffer(bytes: response.body.prefix(response.body.count / 2)))
            try await channel.close()
        }
    }

    private static func request(_ request: Request, body: [UInt8], local: SocketAddress?) -> SimulatorRequest {
        let target = request.head.path ?? "/"
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let host = request.head.authority ?? "127.0.0.1:\(local?.port ?? 0)"
        return SimulatorRequest(
            method: request.method.rawValue,
            path: PercentCoding.decoded(parts[0].replacing("+", with: "%2B")),
            query: URLQuery(parts.count > 1 ? parts[1] : ""),
            fields: request.headers.map { ($0.name.rawName, $0.value) }, body: body, base: "http://\(host)",
            mayControl: mayControl(host: host, fields: request.headers, local: local))
    }

    /// Whether a request may control the simulator. No page of a browser may, whatever name it has for this machine.
    private static func mayControl(host: String, fields: HTTPFields, local: SocketAddress?) -> Bool {
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { fields[$0] }
        guard fields[.origin] == nil, site ?? "none" == "none" else { return false }
        // A simulator that listens to others has whatever name they gave it.
        guard let address = local?.ipAddress, address.hasPrefix("127.") || address == "::1" else { return true }
        let name = host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
        return ["localhost", "127.0.0.1", "::1"].contains(name.lowercased())
    }

    private static func head(of response: SimulatorResponse) -> HTTPResponse {
        var fields = HTTPFields()
        if let type = response.type { fields[.contentType] = type }
        for (name, value) in response.fields {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        if response.status != 204 { fields[.contentLength] = String(response.body.count) }
        return HTTPResponse(status: .init(code: response.status), headerFields: fields)
    }

    /// Closes the connection with a TCP reset.
    private static func reset(_ channel: any Channel) async throws {
        if let options = channel as? any SocketOptionProvider {
            try await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        try await channel.close()
    }

    /// Waits in real time, as the callers' time-outs do. Ends early when the simulator shuts down.
    private static func wait(seconds: Double) async throws {
        try await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(seconds)) }
    }

    private func report(_ request: SimulatorRequest, target: String, plan: PlannedResponse) {
        guard let observe = engine.observe else { return }
        let response = plan.response
        var fields = response.fields
        if let type = response.type { fields.insert((name: "Content-Type", value: type), at: 0) }
        let isSent = plan.delivery == .whole || plan.delivery == .half
        observe(
            AppStoreSimulator.Exchange(
                method: request.method, target: target, requestFields: request.fields.map(Self.redacted),
                requestBody: request.body, status: isSent ? response.status : 0, fields: fields,
                body: response.body, fault: plan.fault, keyID: plan.keyID))
    }

    private static func redacted(_ field: (name: String, value: String)) -> (name: String, value: String) {
        guard field.name.lowercased() == "authorization" else { return field }
        let scheme = field.value.prefix { $0 != " " }
        return (field.name, "\(scheme) (\(field.value.utf8.count - scheme.utf8.count) bytes)")
    }
}
