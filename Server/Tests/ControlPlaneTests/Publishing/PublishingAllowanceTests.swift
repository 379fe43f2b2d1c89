import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import ReleaseCatalog
import Synchronization
import Testing

/// One token can neither publish without a pause nor fill the database, and rolling back works when publishing does not.
@Suite(.timeLimit(.minutes(5))) struct PublishingAllowanceTests {
    private static let pipeline = principal("pipeline")

    private static let cell = AdoptionCell(
        platform: "ios", version: "1.0", build: "1", channel: "appstore", os: "17.4", storefront: "JP")

    private static func principal(_ name: String, chain: String? = nil) -> Principal {
        Principal(.token(name, kind: .ci, chain: chain ?? name), name: name, rights: TokenKind.ci.rights)
    }

    private func publish(
        _ number: Int, on server: TestPlane, app: String = "hashtags", padding: Int = 0,
        by principal: Principal = pipeline
    ) async throws {
        let current = try? await server.plane.publishing.currentPolicy(of: app)
        let text = Samples.policy(floor: "\(number)") + [UInt8](repeating: UInt8(ascii: " "), count: padding)
        _ = try await server.plane.publishing.publish(
            text, to: app, expecting: current.map { .matches([$0.entityTag]) } ?? .nothingPublished, note: nil,
            forced: "test", by: principal)
    }

    private func rollBack(to version: Int, on server: TestPlane, by principal: Principal = pipeline) async throws {
        _ = try await server.plane.publishing.rollback(
            "hashtags", to: .policyVersion(version), expecting: .unspecified, note: nil, by: principal)
    }

    private func refusal(_ body: () async throws -> Void) async -> ControlPlaneError? {
        await #expect(throws: ControlPlaneError.self) { try await body() }
    }

    @Test func `a chain of tokens publishes an app so often in a minute, and others still can`() async throws {
        let server = try TestPlane(limits: StorageLimits(revisionsPerMinute: 3))
        for app in ["hashtags", "birthdays"] { try await server.makeApp(app) }
        for number in 1...3 { try await publish(number, on: server) }
        for name in ["pipeline", "another of its chain"] {
            let error = await refusal {
                try await publish(4, on: server, by: Self.principal(name, chain: "pipeline"))
            }
            #expect(error?.kind == .tooManyRevisions && error?.detail.contains("try again in 20 seconds") == true)
        }
        #expect(await refusal { try await rollBack(to: 1, on: server) }?.kind == .tooManyRevisions)
        #expect(try server.head().revision == 3)
        // Another app, another token, and what the server does by itself.
        try await publish(1, on: server, app: "birthdays")
        try await rollBack(to: 2, on: server, by: Self.principal("admin"))
        try await publish(5, on: server, by: .server)
        server.clock.advance(seconds: 20)
        try await publish(6, on: server)
        #expect(await refusal { try await publish(7, on: server) }?.kind == .tooManyRevisions)
    }

    @Test func `a publish that changes nothing or is refused costs none`() async throws {
        let server = try TestPlane(limits: StorageLimits(revisionsPerMinute: 2))
        try await server.makeApp()
        for _ in 0..<4 { try await publish(1, on: server) }
        for _ in 0..<4 {
            let error = await refusal {
                _ = try await server.plane.publishing.publish(
                    Samples.policy(floor: "9"), to: "hashtags", expecting: .nothingPublished, note: nil, forced: nil,
                    by: Self.pipeline)
            }
            #expect(error?.kind == .preconditionFailed)
        }
        try await publish(2, on: server)
        #expect(await refusal { try await publish(3, on: server) }?.kind == .tooManyRevisions)
    }

    @Test func `an app stores so much, rolling back a quarter more, and renewals are never refused`() async throws {
        let server = try TestPlane(limits: StorageLimits(bytesOfApp: 1 << 20))
        try await server.makeApp()
        var refused: ControlPlaneError?
        var number = 0
        while refused == nil, number < 100 {
            number += 1
            do { try await publish(number, on: server, padding: 100_000) } catch let error as ControlPlaneError {
                refused = error
            }
        }
        #expect(refused?.kind == .appFull && refused?.detail.contains("1 MiB") == true)
        #expect(number == 11)
        let stored = try await server.store.read { try $0.storedBytes(of: "hashtags") }
        #expect((900_000...(1 << 20)).contains(stored))
        for target in [1, 2] { try await rollBack(to: target, on: server) }
        var urgent: ControlPlaneError?
        for target in 3...6 where urgent == nil {
            do { try await rollBack(to: target, on: server) } catch let error as ControlPlaneError { urgent = error }
        }
        #expect(urgent?.kind == .appFull)
        let revision = try server.head().revision
        server.clock.advance(days: 200)
        await server.plane.housekeeping.renew()
        #expect(try server.head().revision > revision)
    }

    @Test(
        arguments: [
            (64, true, true, true), (63, false, true, true), (32, false, true, true), (31, false, false, true),
            (8, false, false, true), (7, false, false, false), (0, false, false, false),
        ])
    func `the last room on the disk is for more and more urgent work`(
        free: Int, checkIns: Bool, changes: Bool, rollback: Bool
    ) async throws {
        let room = Mutex<Int?>(nil)
        let server = try TestPlane(freeSpace: { room.withLock { $0 } })
        try await server.makeApp()
        for number in 1...2 { try await publish(number, on: server) }
        let spare = try await server.plane.tokens.create(
            TokenService.Draft(kind: .admin, name: "spare"), by: .server)
        let caller = try server.plane.tokens.authenticate(spare.text)
        let plane = server.plane
        let draft = try await plane.drafts.create(
            DraftService.New(text: Samples.policy(), base: 2), of: "hashtags", by: caller)
        room.withLock { $0 = free << 20 }
        _ = plane.adoption.add(CheckIn(now: Self.cell), app: "hashtags")

        func works(_ body: () async throws -> Void) async throws -> Bool {
            do { try await body() } catch StoreError.scarce { return false }
            return true
        }
        #expect(try await works { try await plane.adoption.flush() } == checkIns)
        #expect(try await works { try await publish(3, on: server) } == changes)
        #expect(
            try await works {
                _ = try await plane.drafts.create(
                    DraftService.New(text: Samples.policy(), base: 2, name: "other"), of: "hashtags", by: caller)
            } == changes)
        #expect(
            try await works {
                _ = try await plane.drafts.save(
                    draft.id, of: "hashtags", with: DraftService.Changes(name: "new"), expecting: draft.edit, by: caller
                )
            } == changes)
        #expect(
            try await works {
                _ = try await plane.catalogs.importCatalog(Samples.catalog(), for: "hashtags", by: caller)
            } == changes)
        #expect(
            try await works {
                _ = try await plane.adoption.replaceImport([], origin: "file", for: "hashtags", by: caller)
            } == changes)
        #expect(
            try await works {
                _ = try await plane.tokens.create(TokenService.Draft(kind: .ci, name: "new"), by: caller)
            } == changes)
        #expect(
            try await works {
                _ = try await plane.apps.create(
                    App(slug: "birthdays", bundleID: "com.example.birthdays", pins: try TestKeys.pins),
                    by: caller)
            } == changes)
        #expect(try await works { try await rollBack(to: 1, on: server) } == rollback)
        // Never refused: withdrawing a release, revoking a token, and renewing.
        _ = try await plane.catalogs.apply(
            .withdraw(try AppVersion("1"), build: nil, platform: .ios), to: "hashtags", by: caller)
        try await plane.tokens.revoke(spare.record.id, by: .server)
        server.clock.advance(days: 200)
        await plane.housekeeping.renew()
    }
}
