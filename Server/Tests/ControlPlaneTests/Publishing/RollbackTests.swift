import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct RollbackTests {
    @Test(arguments: [PublishingService.Target.policyVersion(1), .revision(1)])
    func `a rollback restores the old policy with the current catalog`(
        _ target: PublishingService.Target
    ) async throws {
        let server = try TestPlane()
        try await server.makeApp()
        try await server.publish()
        try await server.publish(Samples.policy(floor: "2"))
        _ = try await server.plane.catalogs.importCatalog(Samples.catalog(), for: "hashtags", by: .server)
        let made = try await server.plane.publishing.rollback(
            "hashtags", to: target, expecting: .unspecified, note: "too early", by: .server)
        #expect(made.manifest.revision == 4 && made.manifest.policyVersion == 3 && made.manifest.cause == .rollback)
        let policy = try await server.plane.publishing.currentPolicy(of: "hashtags")
        #expect(policy.text == Samples.policy() && policy.rollbackOf == 1 && policy.base == 2)
        let manifest = try server.head().manifest
        #expect(manifest.catalog.releases.count == 1)
        #expect(manifest.policy.rules.first?.when == .version(try VersionRange("<1.4.0")))

        // A retry returns the existing revision.
        let again = try await server.plane.publishing.rollback(
            "hashtags", to: target, expecting: .unspecified, note: nil, by: .server)
        #expect(!again.isNew && again.manifest == made.manifest)
    }

    @Test func `revisions are counted by cause where they were published`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        try await server.publish()
        try await server.publish(Samples.policy(floor: "2"))
        _ = try await server.plane.publishing.rollback(
            "hashtags", to: .revision(1), expecting: .unspecified, note: nil, by: .server)
        _ = try await server.plane.publishing.bump("hashtags", atLeast: 50, by: .server)
        _ = try await server.plane.catalogs.importCatalog(Samples.catalog(), for: "hashtags", by: .server)
        await server.plane.housekeeping.renew()
        #expect(server.plane.served.publishes == [.publish: 2, .rollback: 1, .renewal: 1, .catalog: 1])

        // The same policy again is no revision, nor is one that fails.
        try await server.publish(Samples.policy())
        server.store.fail(with: .full)
        await #expect(throws: StoreError.full) { try await server.publish(Samples.policy(floor: "3")) }
        #expect(server.plane.served.publishes == [.publish: 2, .rollback: 1, .renewal: 1, .catalog: 1])

        server.store.fail(with: nil)
        let other = try server.again()
        try await other.plane.housekeeping.load()
        #expect(other.plane.served.publishes == [.publish: 0, .rollback: 0, .renewal: 0, .catalog: 0])
    }

    @Test func `a rollback returns errors and is not prevented by them`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        try await server.publish(Samples.badPolicy, forced: "for later")
        try await server.publish()
        let made = try await server.plane.publishing.rollback(
            "hashtags", to: .policyVersion(1), expecting: .unspecified, note: nil, by: .server)
        #expect(made.isNew && made.findings.contains { $0.code == "empty-range" })
    }

    @Test func `a rollback rejects a stale base, an unknown policy and another app's policy`() async throws {
        let server = try TestPlane()
        try await server.makeApp(appleID: nil)
        let first = try await server.publish(Samples.policy(floor: "1", more: #", "appleID": 7"#))
        try await server.publish()
        func kind(
            _ target: PublishingService.Target, _ precondition: Precondition = .unspecified
        ) async -> ProblemKind? {
            await #expect(throws: ControlPlaneError.self) {
                try await server.plane.publishing.rollback(
                    "hashtags", to: target, expecting: precondition, note: nil, by: .server)
            }?.kind
        }
        #expect(await kind(.policyVersion(1), .matches([first.entityTag ?? ""])) == .preconditionFailed)
        #expect(await kind(.policyVersion(9)) == .notFound)
        #expect(await kind(.revision(9)) == .notFound)
        _ = try await server.plane.apps.update("hashtags", by: .server) { $0.appleID = 8 }
        #expect(await kind(.policyVersion(1)) == .wrongApp)
    }

    @Test func `a bump reissues the same content with a higher revision`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let none = await #expect(throws: ControlPlaneError.self) {
            try await server.plane.publishing.bump("hashtags", atLeast: 5, by: .server)
        }
        #expect(none?.kind == .nothingPublished)
        let first = try await server.publish()
        let made = try await server.plane.publishing.bump("hashtags", atLeast: 50, by: .server)
        #expect(made.manifest.revision == 50 && made.manifest.cause == .renewal && made.entityTag == first.entityTag)
        for floor in [-1, 0, 49, 50] {
            let error = await #expect(throws: ControlPlaneError.self) {
                try await server.plane.publishing.bump("hashtags", atLeast: floor, by: .server)
            }
            #expect(error?.kind == .revisionNotRising)
        }
    }
}
