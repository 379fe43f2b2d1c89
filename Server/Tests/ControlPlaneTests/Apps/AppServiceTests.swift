import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlaneTesting
import Foundation
import Testing

@testable import ControlPlane

@Suite(.timeLimit(.minutes(5))) struct AppServiceTests {
    let server: TestPlane

    init() throws { server = try TestPlane() }

    private func draft() throws -> App {
        App(slug: "hashtags", bundleID: "com.example.hashtags", pins: try TestKeys.pins)
    }

    @Test func `an app is created with defaults, and its slug is never free again`() async throws {
        let app = try await server.plane.apps.create(try draft(), by: .server)
        #expect(app.lineage == "hashtags" && app.audience == "production" && app.internalBuilds == .facts)
        #expect(app.testFlightNotes == .external)
        #expect(app.createdAt == server.clock.now && app.signing == .server)
        #expect(try await server.plane.apps.app("hashtags") == app)
        #expect(try server.plane.served.app("hashtags").app == app)
        for _ in 1...2 {
            let error = await #expect(throws: ControlPlaneError.self) {
                try await server.plane.apps.create(try draft(), by: .server)
            }
            #expect(error?.kind == .slugTaken && error?.pointer == "/slug")
            try? await server.plane.apps.delete("hashtags", by: .server)
        }
        #expect(try await server.plane.apps.list(for: .server).isEmpty)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let pointer: String
        let change: @Sendable (inout App) throws -> Void
        var testDescription: String { pointer }
    }

    static let faults: [Fault] =
        ["", "A", "-a", "a_b", "ä", String(repeating: "a", count: 64), "a/b"].map { slug in
            Fault(pointer: "/slug") { $0.slug = slug }
        }
        + ["", "a b", "com.exämple", String(repeating: "a", count: 256), "a\u{0}"].map { id in
            Fault(pointer: "/bundleID") { $0.bundleID = id }
        }
        + ["", "e", "12", "en_US", "en-", "abcdefghi", "en\u{0}"].map { tag in
            Fault(pointer: "/defaultLanguage") { $0.defaultLanguage = tag }
        }
        + ["", "a b", String(repeating: "a", count: 65), "ä"].map { text in
            Fault(pointer: "/audience") { $0.audience = text }
        }
        + [
            Fault(pointer: "/lineage") { $0.lineage = "" },
            Fault(pointer: "/appleID") { $0.appleID = 0 },
            Fault(pointer: "/appleID") { $0.appleID = -1 },
            Fault(pointer: "/platforms") { $0.platforms = [] },
            Fault(pointer: "/platforms") { $0.platforms = [.ios, .ios] },
            Fault(pointer: "/platforms") { $0.platforms = [.other("palm")] },
            Fault(pointer: "/pins") { $0.pins = [] },
            Fault(pointer: "/pins") { $0.pins = try TestKeys.pins + TestKeys.pins },
            Fault(pointer: "/pins") {
                $0.pins = try (10...42).map { PinnedKey(try TestKeys.key($0).publicKey, role: .root) }
            },
            // An app that CI signs must not pin the server's keys.
            Fault(pointer: "/pins") { $0.signing = .ci },
        ]

    @Test(arguments: faults)
    func `an invalid property is rejected with its place`(_ fault: Fault) async throws {
        var draft = try draft()
        try fault.change(&draft)
        let error = await #expect(throws: ControlPlaneError.self) {
            try await server.plane.apps.create(draft, by: .server)
        }
        #expect(error?.kind == .invalid && error?.pointer == fault.pointer)
        #expect(server.plane.served.all.isEmpty)
    }

    @Test func `a token limited to some apps lists only those and creates none`() async throws {
        try await server.makeApp()
        try await server.makeApp("birthdays")
        let principal = Principal(.server, name: "x", rights: .all, apps: ["hashtags", "new"])
        #expect(try await server.plane.apps.list(for: principal).map(\.slug) == ["hashtags"])
        var new = try draft()
        new.slug = "new"
        let draft = new
        let error = await #expect(throws: ControlPlaneError.self) {
            try await server.plane.apps.create(draft, by: principal)
        }
        #expect(error?.kind == .forbidden)
        let foreign = await #expect(throws: ControlPlaneError.self) {
            try await server.plane.apps.delete("birthdays", by: principal)
        }
        #expect(foreign?.kind == .notFound)
    }

    @Test func `changed pins degrade and restore the manifest in force at once`() async throws {
        try await server.makeApp()
        let first = try await server.publish()
        let stranger = [PinnedKey(try TestKeys.stranger.publicKey, role: .root)]
        let refused = await #expect(throws: ControlPlaneError.self) {
            try await server.plane.apps.update("hashtags", by: .server) { $0.pins = stranger }
        }
        #expect(refused?.kind == .notTrusted && refused?.pointer == "/pins")
        #expect(try server.head().digest == first.manifest.digest, "nothing has changed")
        // A server that nobody trusts any more cannot sign again.
        await server.plane.housekeeping.replaceSigner(keys: [try TestKeys.ci], keyring: nil)
        _ = try await server.plane.apps.update("hashtags", by: .server) { $0.pins = stranger }
        let error = #expect(throws: ControlPlaneError.self) { try server.head() }
        #expect(error?.kind == .degraded)
        let pins = try TestKeys.pins
        _ = try await server.plane.apps.update("hashtags", by: .server) { $0.pins = pins }
        #expect(try server.head().digest == first.manifest.digest)
    }

    @Test
    func `a root that signed the keyring can replace the pinned online key, and the manifest is signed again at once`()
        async throws
    {
        let server = try TestPlane(keyring: try TestKeys.keyring(epoch: 1, keys: [TestKeys.online]))
        try await server.makeApp(pins: [PinnedKey(try TestKeys.online.publicKey, role: .online)])
        try await server.publish()
        #expect(try server.head().epoch == 0, "without a root the keyring is left out")
        let roots = [PinnedKey(try TestKeys.root.publicKey, role: .root)]
        _ = try await server.plane.apps.update("hashtags", by: .server) { $0.pins = roots }
        #expect(try server.head().epoch == 1 && server.head().revision == 2)
        #expect(server.plane.served.alarms["not-trusted"] == 0)
    }

    @Test func `changing a signed property reissues the manifest`() async throws {
        try await server.makeApp()
        try await server.publish()
        let unchanged = try await server.plane.apps.update("hashtags", by: .server) {
            $0.bundleID = "com.example.hashtags"
        }
        #expect(try await server.plane.apps.app("hashtags") == unchanged)
        await server.plane.housekeeping.renew()
        #expect(try server.head().revision == 1)

        _ = try await server.plane.apps.update("hashtags", by: .server) { $0.appleID = nil }
        #expect(try server.head().manifest.policy.appleID == 6_504_763_618)
        await server.plane.housekeeping.renew()
        #expect(try server.head().revision == 2 && server.head().manifest.policy.appleID == nil)
        let audit = try await server.plane.history.audit(app: "hashtags", before: nil, limit: 2)
        #expect(audit.map(\.action) == ["manifest.renewed", "app.updated"] && audit[1].detail == "appleID")
    }

    @Test func `data that is no longer public leaves the manifest`() async throws {
        try await server.makeApp(internalBuilds: .full)
        try await server.publish()
        let beta = Array(
            String(decoding: Samples.catalog(), as: UTF8.self).replacing("appstore", with: "testflight").utf8)
        _ = try await server.plane.catalogs.importCatalog(beta, for: "hashtags", by: .server)
        #expect(try server.head().manifest.catalog.releases.count == 1)
        _ = try await server.plane.apps.update("hashtags", by: .server) { $0.internalBuilds = App.InternalBuilds.none }
        await server.plane.housekeeping.renew()
        #expect(try server.head().revision == 3 && server.head().manifest.catalog.releases.isEmpty)
        server.clock.advance(days: 1)
        await server.plane.housekeeping.renew()
        #expect(try server.head().revision == 3)
    }

    @Test func `notes that are no longer public leave the manifest`() async throws {
        try await server.makeApp()
        try await server.publish()
        let noted = String(decoding: Samples.catalog(more: #", "notes": {"en": "Try it."}"#), as: UTF8.self)
        let beta = Array(noted.replacing("appstore", with: "testflight").utf8)
        _ = try await server.plane.catalogs.importCatalog(beta, for: "hashtags", by: .server)
        func notes() throws -> LocalizedText? { try server.head().manifest.catalog.releases.first?.offers.first?.notes }
        let before = try notes()
        _ = try await server.plane.apps.update("hashtags", by: .server) {
            $0.testFlightNotes = App.TestFlightNotes.none
        }
        await server.plane.housekeeping.renew()
        #expect(before != nil)
        #expect(try notes() == nil)
    }

    @Test func `an invalid change changes nothing`() async throws {
        let app = try await server.makeApp()
        let error = await #expect(throws: ControlPlaneError.self) {
            try await server.plane.apps.update("hashtags", by: .server) {
                ($0.bundleID, $0.platforms) = ("com.other", [])
            }
        }
        #expect(error?.kind == .invalid && error?.pointer == "/platforms")
        #expect(try await server.plane.apps.app("hashtags") == app)
    }

    @Test func `a deleted app is gone, and its audit stays`() async throws {
        try await server.makeApp()
        try await server.publish()
        try await server.plane.apps.delete("hashtags", by: .server)
        let error = #expect(throws: ControlPlaneError.self) { try server.head() }
        #expect(error?.kind == .gone)
        let again = await #expect(throws: ControlPlaneError.self) {
            try await server.plane.apps.delete("hashtags", by: .server)
        }
        #expect(again?.kind == .gone)
        let audit = try await server.plane.history.audit(app: "hashtags", before: nil, limit: 9)
        #expect(audit.map(\.action) == ["app.deleted", "policy.published", "app.created"])
        await server.plane.housekeeping.renew()
        try await server.plane.housekeeping.poll()
        #expect(server.reports.names.isEmpty)
    }
}
