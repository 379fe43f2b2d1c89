import AirworthyPolicy
import AirworthyServer
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore

/// A server in memory with the app `hashtags`, asked without a socket.
struct API: Sendable {
    let clock = ManualClock(Date(timeIntervalSince1970: 1_795_000_000))
    let store = MemoryStore()
    let key: PrivateKey
    let plane: ControlPlane
    let admin: String

    /// Makes one.
    /// - Parameters:
    ///   - publishes: Whether a catalog and a policy are published.
    ///   - internalBuilds: How much of TestFlight is public.
    ///   - compress: Makes the gzip form.
    /// - Throws: What the services throw.
    init(
        publishes: Bool = true, internalBuilds: App.InternalBuilds = .facts,
        compress: @escaping @Sendable ([UInt8]) -> [UInt8]? = { _ in nil }
    ) async throws {
        key = try PrivateKey.generate()
        plane = ControlPlane(
            store: store, signer: Signer(keys: [key], keyring: nil), compress: compress, now: { [clock] in clock.now })
        try await plane.housekeeping.load()
        admin = try await plane.tokens.create(.init(kind: .admin, name: "tester"), by: .server).text
        var draft = Samples.draft
        draft.pins = [PinnedKey(key.publicKey, role: .online)]
        draft.internalBuilds = internalBuilds
        _ = try await plane.apps.create(draft, by: .server)
        guard publishes else { return }
        _ = try await plane.catalogs.importCatalog(Array(Samples.catalog.utf8), for: "hashtags", by: .server)
        try await publish(Samples.policy, .none)
    }

    /// Publishes a policy of `hashtags`.
    @discardableResult
    func publish(_ policy: String, _ precondition: Precondition) async throws -> Publication {
        try await plane.publishing.publish(
            Array(policy.utf8), to: "hashtags", expecting: precondition, note: nil, forced: nil, by: .server)
    }

    /// Makes a token.
    func token(_ kind: TokenKind, _ rights: Rights? = nil, apps: Set<String>? = nil) async throws -> String {
        let draft = TokenService.Draft(kind: kind, name: "a token", rights: rights, apps: apps)
        return try await plane.tokens.create(draft, by: .server).text
    }

    /// Sends one request.
    /// - Parameters:
    ///   - method: Its method.
    ///   - uri: Its path and query, as they are sent.
    ///   - token: A token to send along.
    ///   - headers: Further fields.
    ///   - body: A body, sent as JSON unless `headers` says otherwise.
    ///   - options: What the router is made with; `now` is this server's clock.
    /// - Returns: The answer.
    /// - Throws: What the test client throws; problems are answers.
    func callAsFunction(
        _ method: HTTPRequest.Method, _ uri: String, token: String? = nil, headers: HTTPFields = [:],
        body: String? = nil, options: APIOptions? = nil
    ) async throws -> TestResponse {
        var options = options ?? APIOptions()
        options.now = { [clock] in clock.now }
        var fields = headers
        if let token { fields[.authorization] = "Bearer \(token)" }
        if body != nil, fields[.contentType] == nil { fields[.contentType] = "application/json" }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let application = Application(router: makeRouter(plane, options), logger: logger)
        return try await application.test(.router) { [fields] client in
            try await client.execute(
                uri: uri, method: method, headers: fields, body: body.map { ByteBuffer(string: $0) })
        }
    }
}

extension TestResponse {
    /// The body as text.
    var text: String { String(buffer: body) }

    /// The body as JSON.
    var json: JSONValue {
        get throws { try JSONReader.read(Array(buffer: body)).jsonValue }
    }

    /// The kind of problem in the body, e.g. `not-found`; `nil` if it is none.
    var problem: String? {
        guard headers[.contentType] == "application/problem+json" else { return nil }
        let type = (try? json)?["type"]?.stringValue
        return type.flatMap { $0.hasPrefix("urn:airworthy:problem:") ? String($0.dropFirst(22)) : nil }
    }
}
