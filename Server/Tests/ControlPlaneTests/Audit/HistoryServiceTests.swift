import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct HistoryServiceTests {
    @Test func `histories come newest first, in pages, without bytes`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        for floor in 1...5 { try await server.publish(Samples.policy(floor: "\(floor)")) }
        let history = server.plane.history
        #expect(try await history.manifests("hashtags", before: nil, limit: 2).map(\.revision) == [5, 4])
        #expect(try await history.manifests("hashtags", before: 4, limit: 2).map(\.revision) == [3, 2])
        #expect(try await history.manifests("hashtags", before: nil, limit: 9).allSatisfy { $0.bytes == nil })
        #expect(try await history.policies("hashtags", before: 3, limit: 9).map(\.version) == [2, 1])
        // A page has at least one entry and at most 500.
        #expect(try await history.manifests("hashtags", before: nil, limit: -7).count == 1)
        #expect(try await history.audit(app: nil, before: nil, limit: .max).count == 6)
        #expect(try await history.manifest("hashtags", revision: 3).bytes?.isEmpty == false)
        #expect(try await history.policy("hashtags", version: 3).text == Samples.policy(floor: "3"))
    }

    @Test func `policies are compared rule by rule`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let none = await #expect(throws: ControlPlaneError.self) {
            try await server.plane.history.diff("hashtags", from: 1, to: nil)
        }
        #expect(none?.kind == .nothingPublished)
        try await server.publish(Samples.policy(floor: "1"))
        try await server.publish(Samples.policy(floor: "2", more: #", "support": "https://example.com/help""#))
        let diff = try await server.plane.history.diff("hashtags", from: 1, to: nil)
        #expect(diff.rules.map(\.name) == ["floor"] && diff.policy.map(\.key) == ["support"])
        #expect(diff.manifest.isEmpty && diff.catalog.isEmpty)
        let json = diff.jsonValue
        #expect(json["different"] == true && json["rules"]?.arrayValue?.first?["change"] == "changed")
        #expect(try await server.plane.history.diff("hashtags", from: 2, to: 2).isEmpty)
        let missing = await #expect(throws: ControlPlaneError.self) {
            try await server.plane.history.diff("hashtags", from: 1, to: 9)
        }
        #expect(missing?.kind == .notFound)
    }

    @Test func `unknown apps, revisions and policies are not found`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await server.plane.history.manifest("hashtags", revision: 1) },
            { _ = try await server.plane.history.policy("hashtags", version: 1) },
            { _ = try await server.plane.history.audit(app: "other", before: nil, limit: 1) },
        ]
        for call in calls {
            let error = await #expect(throws: ControlPlaneError.self) { try await call() }
            #expect(error?.kind == .notFound)
        }
    }
}
