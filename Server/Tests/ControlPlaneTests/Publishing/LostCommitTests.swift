import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import ReleaseCatalog
import Testing

/// A connection to the database that is lost during a commit.
@Suite(.timeLimit(.minutes(5))) struct LostCommitTests {
    private let server: TestPlane

    init() throws { server = try TestPlane() }

    @Test func `a publish that was stored succeeds, and is served`() async throws {
        try await server.makeApp()
        server.store.loseCommits(true)
        let publication = try await server.publish()
        #expect(publication.isNew && publication.manifest.revision == 1)
        #expect(try server.head().digest == publication.manifest.digest)
        #expect(try await server.plane.history.policies("hashtags", before: nil, limit: 9).count == 1)
    }

    @Test func `a publish that was not stored fails, changes nothing and may be repeated`() async throws {
        try await server.makeApp()
        server.store.loseCommits(false)
        let error = await #expect(throws: StoreError.self) { try await server.publish() }
        guard case .unavailable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(throws: ControlPlaneError.self) { try server.head() }
        #expect(try await server.publish().manifest.revision == 1)
    }

    @Test func `a publish whose result cannot be read says that it is unknown`() async throws {
        try await server.makeApp()
        server.store.loseCommits(true, true)
        await #expect(throws: StoreError.outcomeUnknown) { try await server.publish() }
        // The retry finds the revision.
        let retry = try await server.plane.publishing.publish(
            Samples.policy(), to: "hashtags", expecting: .nothingPublished, note: nil, forced: nil, by: .server)
        #expect(!retry.isNew && retry.manifest.revision == 1)
    }

    /// A change of an app or of its releases.
    private enum Change: String, CaseIterable, CustomTestStringConvertible {
        case create, update, delete, importing, observation, withdrawal

        var testDescription: String { rawValue }

        func run(on plane: ControlPlane) async throws {
            switch self {
            case .create:
                _ = try await plane.apps.create(
                    App(slug: "new", bundleID: "com.example.new", pins: try TestKeys.pins), by: .server)
            case .update:
                _ = try await plane.apps.update("hashtags", by: .server) { $0.platforms = [.tvos] }
            case .delete: try await plane.apps.delete("hashtags", by: .server)
            case .importing: _ = try await plane.catalogs.importCatalog(Samples.catalog(), for: "hashtags", by: .server)
            case .observation:
                try await plane.catalogs.record(
                    .connect(Samples.listing(external: "IN_BETA_TESTING", at: FixedClock.start)), for: "hashtags",
                    at: FixedClock.start)
            case .withdrawal:
                let order = OperatorOrder.withdraw(try AppVersion("2.0.0"), build: nil, platform: .ios)
                _ = try await plane.catalogs.apply(order, to: "hashtags", by: .server)
            }
        }
    }

    @Test(arguments: Change.allCases, [true, false])
    private func `a change whose commit got lost succeeds if it was stored, and fails if it was not`(
        _ change: Change, isStored: Bool
    ) async throws {
        try await server.makeApp()
        server.store.loseCommits(isStored)
        let before = try await content()
        if isStored {
            try await change.run(on: server.plane)
        } else {
            let error = await #expect(throws: StoreError.self) { try await change.run(on: server.plane) }
            #expect(error != .outcomeUnknown, "the store says that nothing was stored")
            #expect(try await content() == before)
            try await change.run(on: server.plane)
        }
        #expect(try await content() != before)
        let once = try await content()
        let other = try server.again()
        try await other.plane.housekeeping.load()
        let served = { (plane: ControlPlane) in plane.served.all.map { [$0.app.slug, $0.catalog?.digest ?? ""] } }
        #expect(served(server.plane) == served(other.plane))
        #expect(try await content() == once)
    }

    /// What the store has of apps and releases, and the actions in the audit.
    private func content() async throws -> [String] {
        try await server.store.read { store in
            let sources = try store.sources("hashtags").map { "\($0.source) \($0.body.count)" }
            return try store.apps().map { "\($0.slug) \($0.platforms)" } + sources
                + store.audit(app: nil, before: nil, limit: 50).map(\.action)
        }
    }

    @Test(arguments: [true, false])
    func `a token whose creation is in doubt is revoked`(isStored: Bool) async throws {
        let creator = try await server.plane.tokens.create(
            TokenService.Draft(kind: .admin, name: "creator"), by: .server)
        let principal = try server.plane.tokens.authenticate(creator.text)
        server.store.loseCommits(isStored)
        await #expect(throws: StoreError.outcomeUnknown) {
            try await server.plane.tokens.create(TokenService.Draft(kind: .ci, name: "lost"), by: principal)
        }
        let lost = try await server.plane.tokens.list(for: .server).filter { $0.name == "lost" }
        #expect(lost.map { $0.revokedAt != nil } == (isStored ? [true] : []))
    }

    @Test func `a token in doubt is revoked by the next poll if the store fails at first`() async throws {
        let creator = try await server.plane.tokens.create(
            TokenService.Draft(kind: .admin, name: "creator"), by: .server)
        let principal = try server.plane.tokens.authenticate(creator.text)
        server.store.loseCommits(true, false)
        await #expect(throws: StoreError.outcomeUnknown) {
            try await server.plane.tokens.create(TokenService.Draft(kind: .ci, name: "lost"), by: principal)
        }
        try await server.plane.housekeeping.poll()
        let lost = try await server.plane.tokens.list(for: .server).filter { $0.name == "lost" }
        #expect(lost.map { $0.revokedAt != nil } == [true])
    }

    @Test(arguments: [true, false])
    func `the first admin token is handed out once, also after a lost commit`(isStored: Bool) async throws {
        server.store.loseCommits(isStored)
        let text = try #require(try await server.plane.tokens.createFirstAdminToken())
        #expect(try server.plane.tokens.authenticate(text).tokenKind == .admin)
        #expect(try await server.plane.tokens.createFirstAdminToken() == nil)
        #expect(try await server.plane.tokens.list(for: .server).count == 1)
    }
}
