import Airworthy
import AirworthyPolicy
import Foundation
import Testing

@testable import AirworthyAuthoring
@testable import AirworthyTrust

/// Manipulated, outdated and repeated manifests.
@Suite(needsCrypto, .timeLimit(.minutes(5))) struct TrustStories {
    private let world = FakeWorld()

    /// Returns a client that has fetched a blocking manifest of revision 7.
    private func blocked() async throws -> Airworthy {
        world.serve(try Samples.signed(), at: Samples.host)
        let client = world.launch(Samples.serverSetup)
        _ = await client.launchDecision()
        return client
    }

    @Test func `the first manifest is stored and decides at the next launch`() async throws {
        let first = try await blocked()
        #expect(first.decision.status == .required)
        #expect(first.decision.revision == 7)

        world.disconnect(Samples.host)
        let second = world.launch(Samples.serverSetup)
        #expect(second.decision.status == .required)
        #expect(second.isEnabled("editor"))
        #expect(second.installation.installID == first.installation.installID)
    }

    @Test func `requests carry the entity tag and no install id`() async throws {
        let client = try await blocked()
        _ = await client.check()
        let requests = world.requests
        #expect(
            requests.map(\.url.absoluteString)
                == Array(
                    repeating: "https://updates.example.com/v1/apps/tour/manifest", count: 2))
        #expect(requests[0].headers["If-None-Match"] == nil)
        #expect(requests[1].headers["If-None-Match"] != nil)
        #expect(requests.allSatisfy { $0.maximumBytes == 262_144 })
        let id = try #require(client.installation.installID)
        #expect(!requests.contains { "\($0)".contains(id) })
    }

    @Test func `the last good manifest stays in force until it expires`() async throws {
        _ = try await blocked()
        world.disconnect(Samples.host)
        world.pass(29 * 86_400)
        let late = world.launch(Samples.serverSetup)
        _ = await late.launchDecision()
        #expect(late.decision.status == .required)

        world.pass(86_400)
        let tooLate = world.launch(Samples.serverSetup)
        #expect(tooLate.decision.status == .recommended)
        #expect(tooLate.decision.softened == "expired")
        #expect(tooLate.isEnabled("editor"), "an expired manifest must not change features")
    }

    @Test func `a confirmation does not prolong the lifetime of a manifest`() async throws {
        let client = try await blocked()
        for _ in 0..<31 {
            world.pass(86_400)
            _ = await client.check()
        }
        #expect(world.requests.count == 32)
        #expect(client.decision.status == .recommended)
        #expect(client.decision.softened == "expired")
    }

    @Test func `sending the same manifest again does not prolong its lifetime`() async throws {
        let body = try Samples.signed(expiresAt: nil)
        let tagless: FakeWorld.Answer = { [world] in
            TransportResponse(url: $0.url, status: 200, headers: ["Date": HTTPText.date(world.now)], body: body)
        }
        world.answer(Samples.host, tagless)
        let client = world.launch(Samples.serverSetup)
        _ = await client.check()
        world.pass(46 * 86_400)
        _ = await client.check()
        #expect(client.decision.softened == "expired")
    }

    enum Manipulation: String, CaseIterable, CustomTestStringConvertible {
        case forged = "unknown-key"
        case altered = "bad-signature"
        case replayed = "revision-went-back"
        case lagging = "stale-copy"
        case otherBytes = "same-revision-other-bytes"
        case staging = "wrong-lineage"
        case otherAudience = "wrong-audience"
        case otherApp = "wrong-app"
        case portal = "malformed-envelope"

        var testDescription: String { rawValue }

        func bytes() throws -> [UInt8] {
            switch self {
            case .forged: return try Samples.signed(Samples.calm, revision: 8, by: Samples.stranger)
            case .altered:
                var signed = try SignedManifest(json: Samples.signed(revision: 8))
                signed.envelope.payload = try SignedManifest(json: Samples.signed(Samples.calm, revision: 8))
                    .envelope.payload
                return signed.json
            case .replayed: return try Samples.signed(Samples.calm, revision: 6, issuedAt: "2026-11-10T09:00:00Z")
            case .lagging: return try Samples.signed(Samples.calm, revision: 6, issuedAt: "2026-11-20T08:00:00Z")
            case .otherBytes: return try Samples.signed(Samples.calm, revision: 7)
            case .staging: return try Samples.signed(Samples.calm, revision: 8, lineage: "tour-staging")
            case .otherAudience: return try Samples.signed(Samples.calm, revision: 8, audience: "staging")
            case .otherApp: return try Samples.signed(Samples.calm, revision: 8, app: "other")
            case .portal: return Array("<html>Welcome to the hotel</html>".utf8)
            }
        }
    }

    @Test(arguments: Manipulation.allCases)
    func `a rejected manifest changes nothing and is reported`(_ manipulation: Manipulation) async throws {
        let client = try await blocked()
        let before = client.decision
        world.serve(try manipulation.bytes(), at: Samples.host)
        let check = await client.check()
        #expect(!check.isFresh)
        #expect(client.decision == before)
        #expect(await reportedEvents(of: client).compactMap(\.refusal) == [manipulation.rawValue])

        world.disconnect(Samples.host)
        #expect(world.launch(Samples.serverSetup).decision.revision == 7, "the rejected manifest was stored")
    }

    @Test func `a manifest confirmed by an undated 304 still expires`() async throws {
        let client = try await blocked()
        // The attacker repeats the genuine answer without a date.
        world.answer(Samples.host) { TransportResponse(url: $0.url, status: 304, headers: [:]) }
        world.pass(31 * 86_400)
        _ = await client.check()
        #expect(client.decision.softened == "expired")
    }

    @Test func `a manifest of a newer schema keeps the last good one and is fetched daily`() async throws {
        let client = try await blocked()
        let payload = #"{"schema": 2, "app": "tour", "revision": 9, "issuedAt": "2026-11-20T09:00:00Z"}"#
        world.serve(try envelope(payload), at: Samples.host)
        let owner = Task { await client.run() }
        await wait(until: { world.requests.count == 2 && world.sleeping.contains { $0 > 60 } })
        #expect(client.decision.revision == 7)
        #expect(client.nextRefresh == 86_400)
        #expect(await reportedEvents(of: client).compactMap(\.refusal) == ["schema-too-new"])
        owner.cancel()
        await owner.value
    }

    @Test func `a build with other keys drops the stored manifest and its revision floor`() async throws {
        _ = try await blocked()
        let pins = Pins(app: "tour", lineage: "tour-1", roots: [Samples.stranger.publicKey])
        world.serve(try Samples.signed(Samples.calm, revision: 1, by: Samples.stranger), at: Samples.host)
        let client = world.launch(Airworthy.Setup(policy: [.server(Samples.server, pins: pins)]))
        #expect(client.decision.status == .ok)
        _ = await client.check()
        #expect(client.decision.revision == 1)
        #expect(world.requests.last?.headers["If-None-Match"] == nil, "the tag of the dropped manifest was sent")
    }

    @Test func `a 304 without a stored manifest is not a confirmation`() async throws {
        world.answer(Samples.host) { TransportResponse(url: $0.url, status: 304) }
        let client = world.launch(Samples.serverSetup)
        let check = await client.check()
        #expect(!check.isFresh)
        #expect(check.outcome == .undetermined)
    }

    @Test func `a manifest past half of its lifetime is reported once`() async throws {
        let client = try await blocked()
        world.pass(16 * 86_400)
        // First 304 responses, then the same bytes again.
        for _ in 0..<3 { _ = await client.check() }
        let body = try Samples.signed()
        world.answer(Samples.host) { TransportResponse(url: $0.url, status: 200, body: body) }
        for _ in 0..<3 { _ = await client.check() }
        let aging = await reportedEvents(of: client).filter { if case .aging = $0 { true } else { false } }
        #expect(aging == [.aging(expiresAt: date("2026-12-20T09:00:00Z"))])
    }

    private func envelope(_ payload: String) throws -> [UInt8] {
        // `SignedManifest.sign` rejects this payload, so it is replaced and signed by hand.
        var signed = try SignedManifest(json: Samples.signed())
        signed.envelope.payload = Array(payload.utf8)
        signed.envelope.signatures = [
            .init(keyID: nil, bytes: try Samples.root.sign(signed.envelope.preAuthenticationEncoding))
        ]
        return signed.json
    }
}
