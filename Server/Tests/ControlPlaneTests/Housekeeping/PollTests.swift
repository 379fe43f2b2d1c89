import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import ServerSupport
import Testing

/// Two nodes over one store.
@Suite(.timeLimit(.minutes(5))) struct PollTests {
    let one: TestPlane
    let two: TestPlane

    init() throws {
        one = try TestPlane()
        two = try one.again()
    }

    @Test func `a poll loads the changes of another node`() async throws {
        try await two.plane.housekeeping.load()
        try await one.makeApp()
        try await two.plane.housekeeping.poll()
        #expect(throws: ControlPlaneError.self) { try two.head() }
        try await one.publish()
        try await two.plane.housekeeping.poll()
        #expect(try two.head().digest == one.head().digest)
        _ = try await one.plane.catalogs.importCatalog(Samples.catalog(), for: "hashtags", by: .server)
        try await two.plane.housekeeping.poll()
        #expect(try two.head().revision == 2 && two.plane.served.app("hashtags").catalog != nil)
        _ = try await one.plane.apps.update("hashtags", by: .server) { $0.platforms = [.macos] }
        try await two.plane.housekeeping.poll()
        #expect(try two.plane.served.app("hashtags").app.platforms == [.macos])
        try await one.plane.apps.delete("hashtags", by: .server)
        try await two.plane.housekeeping.poll()
        let gone = #expect(throws: ControlPlaneError.self) { try two.head() }
        #expect(gone?.kind == .gone)
    }

    @Test func `a poll loads tokens that another node created and revoked`() async throws {
        let made = try await one.plane.tokens.create(TokenService.Draft(kind: .admin, name: "a"), by: .server)
        #expect(throws: ControlPlaneError.self) { try two.plane.tokens.authenticate(made.text) }
        try await two.plane.housekeeping.poll()
        #expect(try two.plane.tokens.authenticate(made.text).tokenID == made.record.id)
        _ = try await one.plane.tokens.revoke(made.record.id, by: .server)
        try await two.plane.housekeeping.poll()
        #expect(throws: ControlPlaneError.self) { try two.plane.tokens.authenticate(made.text) }
    }

    @Test func `a lower revision in the store is never loaded and raises one alarm`() async throws {
        try await one.makeApp()
        for floor in ["1", "2", "3"] { try await one.publish(Samples.policy(floor: floor)) }
        let served = try one.head()
        try await one.store.write { transaction in
            _ = try transaction.advanceHead(from: 3, to: Head(app: "hashtags", revision: 2, policyVersion: 2))
        }
        for _ in 1...3 { try await one.plane.housekeeping.poll() }
        #expect(try one.head().digest == served.digest)
        #expect(one.plane.served.alarms["head-went-back"] == 1)
        #expect(one.reports.names == ["head.went-back"])
        #expect(try one.plane.served.app("hashtags").problem?.contains("revision 2") == true)
        // A higher revision ends the problem.
        _ = try await one.plane.publishing.bump("hashtags", atLeast: 10, by: .server)
        #expect(try one.head().revision == 10 && one.plane.served.app("hashtags").problem == nil)
    }

    @Test func `a change that the previous version made is found, also after one that is listed`() async throws {
        for slug in ["one", "two"] { try await one.makeApp(slug) }
        try await two.plane.housekeeping.load()
        try await two.plane.housekeeping.poll()
        let old = try two.plane.served.app("one").app
        var changed = old
        changed.platforms = [.macos]
        try await one.store.writeAsPreviousVersion { [changed] in try $0.updateApp(changed, replacing: old) }
        _ = try await one.plane.apps.update("two", by: .server) { $0.platforms = [.tvos] }
        try await two.plane.housekeeping.poll()
        #expect(try two.plane.served.app("one").app.platforms == [.macos])
        #expect(try two.plane.served.app("two").app.platforms == [.tvos])
    }

    @Test(arguments: UInt64(1)...20)
    func `after any changes by any node, a poll serves the same as a start`(seed: UInt64) async throws {
        var random = Seeded(seed)
        let slugs = ["a", "b", "c", "d"]
        try await two.plane.housekeeping.load()
        for _ in 0..<60 {
            let node = Bool.random(using: &random) ? one : two
            let slug = slugs.randomElement(using: &random) ?? "a"
            // Some of these fail, because the app does not exist yet or any more; they then change nothing.
            switch Int.random(in: 0..<10, using: &random) {
            case 0...1: _ = try? await node.makeApp(slug)
            case 2...5:
                let floor = "\(Int.random(in: 1...9, using: &random))"
                _ = try? await node.publish(Samples.policy(floor: floor), to: slug)
            case 6: _ = try? await node.plane.catalogs.importCatalog(Samples.catalog(), for: slug, by: .server)
            case 7:
                if Int.random(in: 0..<4, using: &random) == 0 { try? await node.plane.apps.delete(slug, by: .server) }
            case 8: try await one.store.writeAsPreviousVersion { try $0.requestReissue(slug) }
            default: for node in [one, two] { try await node.plane.housekeeping.poll() }
            }
        }
        for node in [one, two] { try await node.plane.housekeeping.poll() }
        let fresh = try one.again()
        try await fresh.plane.housekeeping.load()
        for slug in slugs {
            let served = [one, two, fresh].map { node in try? node.head(slug).revision }
            #expect(served[0] == served[1], "\(slug): \(served)")
            let apps = [one, two, fresh].map { node in try? node.plane.served.app(slug).app }
            #expect(apps[0] == apps[2] && apps[1] == apps[2], "\(slug)")
        }
    }

    @Test func `a poll without changes changes nothing`() async throws {
        try await one.makeApp()
        try await one.publish()
        _ = try await one.plane.catalogs.importCatalog(Samples.catalog(), for: "hashtags", by: .server)
        try await one.plane.housekeeping.poll()
        let before = try one.head()
        try await one.plane.housekeeping.poll()
        #expect(try one.head().revision == before.revision && one.reports.names.isEmpty)
        #expect(one.plane.served.alarms.values.allSatisfy { $0 == 0 })
    }
}
