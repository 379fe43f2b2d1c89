import ControlPlane
import ControlPlaneTesting
import Foundation
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
