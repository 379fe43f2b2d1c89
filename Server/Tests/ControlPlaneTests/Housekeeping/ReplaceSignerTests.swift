import AirworthyAuthoring
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReplaceSignerTests {
    @Test func `a newer keyring is published at once, signed with the new key`() async throws {
        let first = try TestKeys.keyring(epoch: 1, keys: [TestKeys.online])
        let server = try TestPlane(keyring: first)
        try await server.makeApp()
        try await server.publish()
        #expect(try server.head().epoch == 1)

        let second = try TestKeys.keyring(epoch: 2, keys: [TestKeys.ci])
        await server.plane.housekeeping.replaceSigner(keys: [try TestKeys.ci], keyring: second)
        let head = try server.head()
        #expect(head.epoch == 2 && head.revision == 2)
        #expect(try server.plane.served.app("hashtags").problem == nil)
        let signed = try SignedManifest(json: head.envelope)
        #expect(signed.keyring == second)
        #expect(try server.plane.signer.publicKeys == [TestKeys.ci.publicKey])
        // As after a restart with the same keys.
        let other = try server.again(keys: [TestKeys.ci], keyring: second)
        try await other.plane.housekeeping.load()
        #expect(try other.head().digest == head.digest)
    }

    @Test func `a key that no build trusts is a problem of the app, until the right one is back`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        try await server.publish()
        let before = try server.head().digest
        await server.plane.housekeeping.replaceSigner(keys: [try TestKeys.stranger], keyring: nil)
        #expect(try server.plane.served.app("hashtags").problem?.contains("do not trust") == true)
        #expect(try server.head().digest == before, "what was published before is served")
        #expect(server.plane.served.alarms["not-trusted"] == 1)
        #expect(server.reports.names == ["head.not-trusted"])

        await server.plane.housekeeping.replaceSigner(keys: [try TestKeys.online], keyring: nil)
        #expect(try server.plane.served.app("hashtags").problem == nil)
        #expect(try server.head().digest == before, "nothing has to be signed again")
    }

    @Test(arguments: [1, 2])
    func `a keyring that devices have a newer one of is a problem of the app, before anybody publishes`(
        epoch: Int
    ) async throws {
        let server = try TestPlane(keyring: try TestKeys.keyring(epoch: 2, keys: [TestKeys.online]))
        try await server.makeApp()
        try await server.publish()
        let before = try server.head().digest
        // An old keyring with the epoch before, or a new one for which nobody raised the epoch.
        let key = epoch == 1 ? try TestKeys.online : try TestKeys.ci
        await server.plane.housekeeping.replaceSigner(
            keys: [key], keyring: try TestKeys.keyring(epoch: epoch, keys: [key]))
        let problem = try server.plane.served.app("hashtags").problem
        #expect(problem?.contains("has epoch \(epoch), and installed apps have seen") == true, "\(problem ?? "none")")
        #expect(problem?.contains("--epoch 3` that lists only keys you trust") == true)
        #expect(server.reports.names == ["head.not-trusted"])
        #expect(try server.head().digest == before, "what was published before is served")
    }

    @Test func `without the store, the new keys are used and the failure is reported`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        server.store.fail(with: .locked)
        await server.plane.housekeeping.replaceSigner(keys: [try TestKeys.ci], keyring: nil)
        #expect(server.reports.names == ["apps.not-checked", "renewal.failed"])
        #expect(try server.plane.signer.publicKeys == [TestKeys.ci.publicKey])
    }
}
