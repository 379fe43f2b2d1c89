import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct PublishTests {
    @Test func `a published policy is signed, stored, served and audited`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let text = Samples.policy()
        let made = try await server.plane.publishing.publish(
            text, to: "hashtags", expecting: .nothingPublished, note: " first ", forced: nil, by: .server)
        #expect(made.isNew && made.manifest.revision == 1 && made.manifest.policyVersion == 1)
        #expect(made.manifest.cause == .publish && made.manifest.note == "first" && made.manifest.author == "airworthy")

        let head = try server.head()
        #expect(head.envelope == made.manifest.bytes && head.digest == made.manifest.digest && head.revision == 1)
        let verified = try SignedManifest.verify(
            head.envelope, pins: Pins(app: "hashtags", lineage: "hashtags", keys: TestKeys.pins),
            now: server.clock.now
        ).get()
        #expect(verified.digest == made.manifest.payloadDigest)
        let manifest = verified.manifest
        #expect(manifest == head.manifest && manifest.policyVersion == 1 && manifest.audience == "production")
        #expect(manifest.issuedAt == made.manifest.issuedAt && manifest.expiresAt == made.manifest.expiresAt)
        #expect(manifest.expiresAt == server.clock.now.addingTimeInterval(30 * 86_400))
        #expect(manifest.refreshEvery == ManifestDraft.defaultRefreshEvery)

        let policy = try await server.plane.publishing.currentPolicy(of: "hashtags")
        #expect(policy.text == text && policy.base == 0 && policy.entityTag == made.entityTag)
        let audit = try await server.plane.history.audit(app: "hashtags", before: nil, limit: 10)
        #expect(audit.map(\.action) == ["policy.published", "app.created"] && audit[0].revision == 1)
    }

    @Test func `missing members come from the app, only in the signed copy`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        try await server.publish()
        let policy = try server.head().manifest.policy
        #expect(policy.appleID == 6_504_763_618 && policy.bundleID == "com.example.hashtags")
        #expect(try await server.plane.publishing.currentPolicy(of: "hashtags").text == Samples.policy())
        try await server.publish(Samples.policy(floor: "2", more: #", "defaultLanguage": "ja", "appleID": 6504763618"#))
        #expect(try server.head().manifest.policy.defaultLanguage == "ja")
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let text: [UInt8]
        let kind: ProblemKind
        var pointer: String?
        var codes: [String] = []
        var testDescription: String { name }
    }

    static let refusals = [
        Refusal(name: "no JSON", text: Array("{".utf8), kind: .invalid, codes: ["unexpected-end"]),
        Refusal(
            name: "a key twice", text: Array(#"{"schema": 1, "rules": [], "rules": []}"#.utf8), kind: .invalid,
            codes: ["duplicate-key"]),
        Refusal(
            name: "too deep",
            text: Array(#"{"schema": 1, "rules": [], "meta": {"a": \#(String(repeating: "[", count: 40))"#.utf8),
            kind: .invalid, codes: ["too-deep"]),
        Refusal(
            name: "unknown key", text: Samples.policy(floor: "1", more: #", "rulez": []"#), kind: .invalid,
            codes: ["unknown-key"]),
        Refusal(name: "no object", text: Array("[]".utf8), kind: .invalid, codes: ["wrong-type"]),
        Refusal(name: "an error", text: Samples.badPolicy, kind: .preflightFailed, codes: ["empty-range"]),
        Refusal(
            name: "another app", text: Samples.policy(floor: "1", more: #", "app": "other""#), kind: .wrongApp,
            pointer: "/app", codes: ["wrong-app"]),
        Refusal(
            name: "another bundle id", text: Samples.policy(floor: "1", more: #", "bundleID": "com.other""#),
            kind: .wrongApp,
            pointer: "/bundleID", codes: ["wrong-app"]),
        Refusal(
            name: "another Apple ID", text: Samples.policy(floor: "1", more: #", "appleID": 7"#), kind: .wrongApp,
            pointer: "/appleID", codes: ["wrong-app"]),
    ]

    @Test(arguments: refusals)
    func `an invalid policy is rejected with the place of each error and changes nothing`(_ refusal: Refusal)
        async throws
    {
        let server = try TestPlane()
        try await server.makeApp()
        let error = await #expect(throws: ControlPlaneError.self) { try await server.publish(refusal.text) }
        #expect(error?.kind == refusal.kind && error?.pointer == refusal.pointer)
        let errors = error?.findings.filter { $0.severity == .error } ?? []
        #expect(errors.map(\.code) == refusal.codes)
        #expect(errors.allSatisfy { $0.position != nil })
        await #expect(throws: ControlPlaneError.self) {
            try await server.plane.publishing.currentPolicy(of: "hashtags")
        }
        #expect(throws: ControlPlaneError.self) { try server.head() }
    }

    @Test func `a forced publish records the reason`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let blank = await #expect(throws: ControlPlaneError.self) {
            try await server.publish(Samples.badPolicy, forced: "  ")
        }
        #expect(blank?.kind == .preflightFailed)
        let made = try await server.publish(Samples.badPolicy, forced: "the rule is for later")
        #expect(made.findings.contains { $0.code == "empty-range" })
        #expect(try await server.plane.publishing.currentPolicy(of: "hashtags").forced == "the rule is for later")
        let audit = try await server.plane.history.audit(app: "hashtags", before: nil, limit: 1)
        #expect(audit.first?.detail == "policy 1, forced: the rule is for later")
        // A reason without errors is not stored.
        try await server.publish(forced: "just in case")
        #expect(try await server.plane.publishing.currentPolicy(of: "hashtags").forced == nil)
    }

    struct Condition: Sendable, CustomTestStringConvertible {
        let name: String
        let precondition: @Sendable (_ first: String, _ second: String) -> Precondition
        let text: [UInt8]
        /// `nil`: a new revision; `.some(nil)`: the existing revision.
        let refusal: ProblemKind??
        var testDescription: String { name }
    }

    static let second = Samples.policy(floor: "2")
    static let third = Samples.policy(floor: "3")
    static let conditions = [
        Condition(
            name: "on top of the one in force", precondition: { .matches([$1]) }, text: third, refusal: nil),
        Condition(
            name: "one of several tags", precondition: { .matches(["x", $1]) }, text: third, refusal: nil),
        Condition(name: "missing", precondition: { _, _ in .unspecified }, text: third, refusal: .preconditionRequired),
        Condition(
            name: "missing, same text", precondition: { _, _ in .unspecified }, text: second,
            refusal: .preconditionRequired
        ),
        Condition(
            name: "on top of an old one", precondition: { first, _ in .matches([first]) }, text: third,
            refusal: .preconditionFailed),
        Condition(
            name: "as the first", precondition: { _, _ in .nothingPublished }, text: third, refusal: .preconditionFailed
        ),
        Condition(
            name: "the same as the first", precondition: { _, _ in .nothingPublished }, text: second,
            refusal: .preconditionFailed),
        Condition(
            name: "the same on top of itself", precondition: { .matches([$1]) }, text: second, refusal: .some(nil)),
        Condition(
            name: "the same on its base, as a retry does", precondition: { first, _ in .matches([first]) },
            text: second, refusal: .some(nil)),
        Condition(
            name: "the old text on its own base", precondition: { _, _ in .nothingPublished }, text: Samples.policy(),
            refusal: .preconditionFailed),
    ]

    @Test(arguments: conditions)
    func `a publish with a stale precondition is rejected`(_ condition: Condition) async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let first = try await server.publish()
        let second = try await server.publish(Self.second)
        let (a, b) = (try #require(first.entityTag), try #require(second.entityTag))
        let publish = { @Sendable () async throws -> Publication in
            try await server.plane.publishing.publish(
                condition.text, to: "hashtags", expecting: condition.precondition(a, b), note: nil, forced: nil,
                by: .server)
        }
        switch condition.refusal {
        case nil:
            let made = try await publish()
            #expect(made.isNew && made.manifest.revision == 3)
        case .some(nil):
            let same = try await publish()
            #expect(!same.isNew && same.manifest == second.manifest && same.entityTag == b)
        case .some(.some(let kind)):
            let error = await #expect(throws: ControlPlaneError.self) { _ = try await publish() }
            #expect(error?.kind == kind)
            #expect(error?.detail.contains(b) == true)
        }
        let expected = condition.refusal == nil ? 3 : 2
        #expect(try server.head().revision == expected)
    }

    @Test func `a retry of the first publish returns the existing revision`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let publish = { @Sendable () async throws -> Publication in
            try await server.plane.publishing.publish(
                Samples.policy(), to: "hashtags", expecting: .nothingPublished, note: nil, forced: nil, by: .server)
        }
        let (first, again) = (try await publish(), try await publish())
        #expect(first.isNew && !again.isNew && first.manifest == again.manifest)
        #expect(try await server.plane.history.manifests("hashtags", before: nil, limit: 9).count == 1)
    }

    @Test func `of two publishes on the same base, one is rejected`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let tag = try #require(try await server.publish().entityTag)
        let results = await withTaskGroup(of: Result<Publication, any Error>.self) { group in
            for floor in ["2", "3"] {
                group.addTask {
                    do {
                        return .success(
                            try await server.plane.publishing.publish(
                                Samples.policy(floor: floor), to: "hashtags", expecting: .matches([tag]),
                                note: nil, forced: nil, by: .server))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let refusals = results.compactMap { result in
            if case .failure(let error) = result { error as? ControlPlaneError } else { nil }
        }
        #expect(refusals.map(\.kind) == [.preconditionFailed])
        #expect(try server.head().revision == 2)
        #expect(try await server.plane.history.policies("hashtags", before: nil, limit: 9).count == 2)
    }

    @Test func `the next revision continues at the restored counter`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        try await server.publish()
        try await server.store.write { transaction in
            let head = Head(app: "hashtags", revision: 1, policyVersion: 1, nextRevision: 900)
            _ = try transaction.advanceHead(from: 1, to: head)
        }
        #expect(try await server.publish(Self.second).manifest.revision == 900)
        #expect(try await server.publish(Self.third).manifest.revision == 901)
    }

    @Test func `a response has the stored dates, rounded to milliseconds`() async throws {
        let server = try TestPlane(clock: FixedClock(FixedClock.start.addingTimeInterval(0.123_456_7)))
        let app = try await server.makeApp()
        #expect(try await server.plane.apps.app("hashtags") == app)
        let made = try await server.publish()
        #expect(try await server.plane.history.manifest("hashtags", revision: 1) == made.manifest)
        #expect(try await server.publish(Self.second).isNew)
        let receipt = try await server.plane.catalogs.importCatalog(
            Samples.catalog("2", asOf: "2026-11-20T00:00:00.0004Z"), for: "hashtags", by: .server)
        #expect(try await server.plane.catalogs.storedCatalog(of: "hashtags") == receipt.record)
        let token = try await server.plane.tokens.create(
            TokenService.Draft(kind: .ci, name: "x", expiresAt: server.clock.now.addingTimeInterval(0.987_654_3)),
            by: .server)
        #expect(try await server.plane.tokens.list(for: .server) == [token.record])
    }

    @Test func `an envelope above 240 KiB is rejected`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let long = Samples.policy(floor: "1", more: #", "meta": {"a": "\#(String(repeating: "x", count: 190_000))"}"#)
        let error = await #expect(throws: ControlPlaneError.self) { try await server.publish(long) }
        #expect(error?.kind == .tooLarge)
        let preflight = await #expect(throws: ControlPlaneError.self) {
            try await server.plane.publishing.preflight(long, for: "hashtags")
        }
        #expect(preflight?.kind == .tooLarge)
    }

    @Test func `a failing store does not change the manifest in force`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let first = try await server.publish()
        for failure in [StoreError.full, .locked] {
            server.store.fail(with: failure)
            await #expect(throws: failure) {
                try await server.plane.publishing.publish(
                    Self.second, to: "hashtags", expecting: .matches([first.entityTag ?? ""]), note: nil,
                    forced: nil, by: .server)
            }
            #expect(try server.head().digest == first.manifest.digest)
            server.store.fail(with: nil)
        }
        #expect(try await server.publish(Self.second).isNew)
    }

    @Test(arguments: [
        "\u{0}", "a\u{1B}[31m", String(repeating: "x", count: 1_001), String(repeating: "e\u{301}", count: 501),
    ])
    func `a note with control characters or too much text is rejected`(_ note: String) async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let error = await #expect(throws: ControlPlaneError.self) {
            try await server.plane.publishing.publish(
                Samples.policy(), to: "hashtags", expecting: .nothingPublished, note: note, forced: nil, by: .server)
        }
        #expect(error?.kind == .invalid && error?.pointer == "/note")
    }
}
