import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

/// Two nodes over one store.
@Suite struct PollTests {
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
        _ = try await one.plane.apps.update("hashtags", with: AppService.Changes(platforms: [.macos]), by: .server)
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
