import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

/// Changes of one app on two nodes at the same time.
@Suite(.timeLimit(.minutes(5))) struct ConcurrentChangesTests {
    @Test(arguments: Backend.available)
    func `changes of different properties on two nodes both stay`(_ backend: Backend) async throws {
        try await TwoNodes.run(on: backend) { nodes in
            let countries = ["JP", "DE", "FR", "GB", "IT", "ES"]
            for round in 1...TwoNodes.rounds {
                let storefronts = [Samples.storefront(countries[round % countries.count])]
                let pins =
                    try TestKeys.pins + [PinnedKey(try TestKeys.key(UInt8(100 + round)).publicKey, role: .online)]
                async let first = nodes.first.apps.update("hashtags", by: .server) { $0.storefronts = storefronts }
                async let second = nodes.second.apps.update("hashtags", by: .server) { $0.pins = pins }
                _ = try await (first, second)
                let app = try await nodes.first.apps.app("hashtags")
                #expect(app.storefronts == storefronts && app.pins == pins)
            }
        }
    }

    @Test(arguments: Backend.available)
    func `release data on one node does not undo the reissue that a change on another node asked for`(
        _ backend: Backend
    ) async throws {
        try await TwoNodes.run(on: backend) { nodes in
            for round in 1...TwoNodes.rounds {
                // Within the pause between two publishes of release data only the change reissues the manifest.
                let language = round.isMultiple(of: 2) ? "ja" : "de"
                async let change = nodes.first.apps.update("hashtags", by: .server) { $0.defaultLanguage = language }
                async let receipt = nodes.importRelease("2.\(round)", on: nodes.second)
                _ = try await (change, receipt)
                await nodes.first.housekeeping.renew()
                for node in [nodes.first, nodes.second] {
                    try await node.housekeeping.poll()
                    #expect(try node.served.head("hashtags").manifest.policy.defaultLanguage == language)
                }
            }
        }
    }

    @Test(arguments: Backend.available)
    func `after a deletion no concurrent publish leaves anything of the app`(_ backend: Backend) async throws {
        try await TwoNodes.run(on: backend) { nodes in
            for round in 1...TwoNodes.rounds {
                let slug = "app-\(round)"
                _ = try await nodes.first.apps.create(
                    App(slug: slug, bundleID: "com.example", pins: try TestKeys.pins), by: .server)
                async let deletion: Void = nodes.first.apps.delete(slug, by: .server)
                async let publication = Result.of {
                    try await nodes.second.publishing.publish(
                        Samples.policy(), to: slug, expecting: .nothingPublished, note: nil, forced: nil, by: .server)
                }
                try await deletion
                if case .failure(let error) = await publication {
                    #expect((error as? ControlPlaneError)?.kind == .gone)
                }
                try await nodes.first.store.read { transaction in
                    #expect(try transaction.app(slug) == .deleted)
                    #expect(try transaction.policies(slug, before: nil, limit: 9).isEmpty)
                    let bytes = try transaction.manifest(slug, revision: 1)?.bytes
                    #expect(bytes == nil)
                }
            }
        }
    }

    @Test(arguments: Backend.available)
    func `after a revocation no token is created with the revoked one`(_ backend: Backend) async throws {
        try await TwoNodes.run(on: backend) { nodes in
            for round in 1...TwoNodes.rounds {
                let (creator, text) = try await nodes.first.tokens.create(
                    TokenService.Draft(kind: .admin, name: "creator \(round)"), by: .server)
                try await nodes.second.housekeeping.poll()
                let principal = try nodes.second.tokens.authenticate(text)
                async let creation = Result.of {
                    try await nodes.second.tokens.create(
                        TokenService.Draft(kind: .ci, name: "created \(round)"), by: principal)
                }
                _ = try await nodes.first.tokens.revoke(creator.id, by: .server)
                let name = "created \(round)"
                let before = try await nodes.first.store.read { try $0.tokens().count { $0.name == name } }
                if case .failure(let error) = await creation {
                    #expect((error as? ControlPlaneError)?.kind == .unauthorized)
                }
                let after = try await nodes.first.store.read { try $0.tokens().count { $0.name == name } }
                #expect(before == after)
            }
        }
    }
}

extension Result where Failure == any Error {
    /// Returns the value or the error of asynchronous work.
    static func of(_ work: @Sendable () async throws -> Success) async -> Self where Success: Sendable {
        do { return .success(try await work()) } catch { return .failure(error) }
    }
}
