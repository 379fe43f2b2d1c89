import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@testable import Dashboard

@Suite("What needs attention", .timeLimit(.minutes(5)))
struct AttentionTests {
    /// What is said about betas: each build with the days it still works, newest first, and the channels that offer it.
    private static func sentences(_ builds: [(build: Int, days: Int, channels: [String])]) async throws -> [String] {
        let server = try TestPlane()
        try await server.makeApp()
        let releases = builds.map { build, days, channels in
            let end = Timestamp.format(server.clock.now + Double(days) * 86_400)
            let offers = channels.map { #"{"channel": "\#($0)", "expiresAt": "\#(end)"}"# }.joined(separator: ", ")
            return #"{"version": "2.3.0", "build": "\#(build)", "offers": [\#(offers)]}"#
        }
        let catalog = #"{"schema": 1, "releases": [\#(releases.joined(separator: ", "))]}"#
        _ = try await server.plane.catalogs.importCatalog(Array(catalog.utf8), for: "hashtags", by: .server)
        let served = try server.plane.served.app("hashtags")
        return Attention.all(of: served, fleet: nil, sources: [], now: server.clock.now).filter {
            $0.action == "/releases"
        }.map(\.text)
    }

    @Test("a beta that is about to expire is named once, with all who have it; one that was replaced is nobody's worry")
    func betas() async throws {
        let (inner, external) = ("testflight.internal", "testflight.external")
        let both =
            "2.3.0 (3) on TestFlight (external) and TestFlight (internal) expires in 6 days. Upload a new build before then."
        #expect(try await Self.sentences([(3, 6, [inner, external])]) == [both])
        #expect(try await Self.sentences([(3, 40, [inner, external]), (2, 6, [inner, external])]).isEmpty)
        #expect(
            try await Self.sentences([(3, 6, [inner]), (2, 5, [external])]) == [
                "2.3.0 (2) on TestFlight (external) expires in 5 days. Upload a new build before then.",
                "2.3.0 (3) on TestFlight (internal) expires in 6 days. Upload a new build before then.",
            ])
    }

    @Test(
        "a rule that forces nobody, because no release is known, is named",
        arguments: [
            (Served.broken, "", true), (Served.broken, Served.newest, false),
            (#"{"when": {"version": "1"}, "update": "required", "url": "https://apps.apple.com/app/id42"}"#, "", false),
            (#"{"when": {"version": "1"}, "update": "required", "ifUnavailable": "block"}"#, "", false),
            (#"{"when": {"version": "1"}, "update": "recommended"}"#, "", false),
        ])
    func withoutEffect(rule: String, releases: String, isNamed: Bool) throws {
        let served = try Served.app(rules: rule, releases: releases)
        let found = Attention.all(of: served, fleet: nil, sources: [], now: Served.now).map(\.text)
        #expect(found.contains { $0.hasPrefix("The rule \"broken-migration\" forces nobody: no release") } == isNamed)
    }
}
