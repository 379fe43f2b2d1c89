import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore

@testable import AirworthyServer

/// A server in memory with the app `hashtags`, called without a socket.
struct API: Sendable {
    let clock = ManualClock(Date(timeIntervalSince1970: 1_795_000_000))
    let store = MemoryStore()
    let key: PrivateKey
    let plane: ControlPlane
    let admin: String

    /// Creates a server.
    /// - Parameters:
    ///   - publishes: Whether a catalog and a policy are published.
    ///   - internalBuilds: The visibility of TestFlight data.
    ///   - testFlightNotes: The builds whose notes for testers are public.
    ///   - compress: Returns the gzip form of an envelope.
    /// - Throws: The errors of the services.
    init(
        publishes: Bool = true, internalBuilds: App.InternalBuilds = .facts,
        testFlightNotes: App.TestFlightNotes = .external,
        compress: @escaping @Sendable ([UInt8]) -> [UInt8]? = { _ in nil }
    ) async throws {
        key = try PrivateKey.generate()
        plane = ControlPlane(
            store: store, signer: Signer(keys: [key], keyring: nil), compress: compress, now: { [clock] in clock.now })
        try await plane.housekeeping.load()
        admin = try await plane.tokens.create(.init(kind: .admin, name: "tester"), by: .server).text
        var draft = Samples.app
        draft.pins = [PinnedKey(key.publicKey, role: .online)]
        (draft.internalBuilds, draft.testFlightNotes) = (internalBuilds, testFlightNotes)
        _ = try await plane.apps.create(draft, by: .server)
        guard publishes else { return }
        _ = try await plane.catalogs.importCatalog(Array(Samples.catalog.utf8), for: "hashtags", by: .server)
        try await publish(Samples.policy, expecting: .nothingPublished)
    }

    /// Publishes a policy of `hashtags`.
    @discardableResult
    func publish(_ policy: String, expecting precondition: Precondition) async throws -> Publication {
        try await plane.publishing.publish(
            Array(policy.utf8), to: "hashtags", expecting: precondition, note: nil, forced: nil, by: .server)
    }

    /// Creates a token and returns its text.
    func token(_ kind: TokenKind, rights: Rights? = nil, apps: Set<String>? = nil) async throws -> String {
        let draft = TokenService.Draft(kind: kind, name: "a token", rights: rights, apps: apps)
        return try await plane.tokens.create(draft, by: .server).text
    }

    /// Sends one request.
    /// - Parameters:
    ///   - method: The method.
    ///   - uri: The path and query.
    ///   - token: A token.
    ///   - headers: Further headers.
    ///   - body: A body, declared as JSON unless `headers` has a content type.
    ///   - options: The options of the router, with `now` replaced by this server's clock.
    ///   - extending: Adds routes to the router.
    /// - Returns: The response, which may be a problem.
    /// - Throws: The errors of the test client.
    func callAsFunction(
        _ method: HTTPRequest.Method, _ uri: String, token: String? = nil, headers: HTTPFields = [:],
        body: String? = nil, options: APIOptions? = nil, extending: (Router<AppRequestContext>) -> Void = { _ in }
    ) async throws -> TestResponse {
        var options = options ?? APIOptions()
        options.now = { [clock] in clock.now }
        var fields = headers
        if let token { fields[.authorization] = "Bearer \(token)" }
        if body != nil, fields[.contentType] == nil { fields[.contentType] = "application/json" }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let router = makeRouter(for: plane, options: options)
        extending(router)
        let application = Application(router: router, logger: logger)
        return try await application.test(.router) { [fields] client in
            try await client.execute(
                uri: uri, method: method, headers: fields, body: body.map { ByteBuffer(string: $0) })
        }
    }
}

/// Creates the router of a listener.
func makeRouter(for plane: ControlPlane, options: APIOptions) -> Router<AppRequestContext> {
    ListenerRoutes(plane: plane, options: options).router
}

extension TestResponse {
    /// The body as text.
    var text: String { String(buffer: body) }

    /// The body as JSON.
    var json: JSONValue {
        get throws { try JSONReader.read(Array(buffer: body)).jsonValue }
    }

    /// The problem type in the body, e.g. `not-found`; `nil` for other responses.
    var problem: String? {
        guard headers[.contentType] == "application/problem+json" else { return nil }
        let type = (try? json)?["type"]?.stringValue
        return type.flatMap { $0.hasPrefix("urn:airworthy:problem:") ? String($0.dropFirst(22)) : nil }
    }
}
