import Airworthy
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing

/// Clocks that are wrong.
@Suite(needsCrypto, .timeLimit(.minutes(1))) struct ClockStories {
    private let world = FakeWorld()
    private static let year: TimeInterval = 365 * 86_400

    private func deadline(_ instant: String) -> JSONValue {
        [
            "schema": 1, "appleID": 42,
            "rules": [["when": ["version": "<2.0"], "update": "required", "deadline": .string(instant)]],
        ]
    }

    @Test(arguments: [year, -year, 3_600, -3_600])
    func `a wrong clock is corrected by the first answer`(_ ahead: TimeInterval) async throws {
        world.setClockAhead(ahead)
        world.serve(Samples.host, try Samples.signed())
        let client = world.launch(Samples.serverSetup)
        _ = await client.check()
        #expect(client.decision.status == .required)
        #expect(client.decision.softened == nil)

        world.cut(Samples.host)
        #expect(world.launch(Samples.serverSetup).decision.status == .required, "the correction is remembered")
        world.pass(31 * 86_400)
        let late = world.launch(Samples.serverSetup)
        #expect(late.decision.softened == "expired", "and so is the lifetime, by the right time")
    }

    @Test func `a clock a year ahead, offline, never blocks more than the right one`() async throws {
        world.serve(Samples.host, try Samples.signed())
        _ = await world.launch(Samples.serverSetup).check()
        world.cut(Samples.host)
        world.setClockAhead(Self.year)
        #expect(world.launch(Samples.serverSetup).decision.status == .recommended)
    }

    @Test func `a clock a year behind, offline, does not bring a deadline forward or take a block away`() async throws {
        world.serve(Samples.host, try Samples.signed(deadline("2026-11-25T00:00:00Z")))
        _ = await world.launch(Samples.serverSetup).check()
        world.cut(Samples.host)
        world.setClockAhead(-Self.year)
        let client = world.launch(Samples.serverSetup)
        #expect(client.decision.status == .recommended)
        #expect(client.decision.deadline == date("2026-11-25T00:00:00Z"))
    }

    @Test func `a deadline that passes offline acts only once the manifest is confirmed`() async throws {
        world.serve(Samples.host, try Samples.signed(deadline("2026-11-25T00:00:00Z")))
        let client = world.launch(Samples.serverSetup)
        _ = await client.check()
        world.cut(Samples.host)
        world.pass(6 * 86_400)
        _ = await client.check()
        #expect(client.decision.status == .recommended)
        #expect(client.decision.reason == .unconfirmedDeadline)

        world.serve(Samples.host, try Samples.signed(deadline("2026-11-25T00:00:00Z")))
        world.pass(60)
        _ = await client.check()
        #expect(client.decision.status == .required)
    }

    @Test func `a manifest dated a year ahead by a thief softens by the day it was stored`() async throws {
        world.serve(Samples.host, try Samples.signed(issuedAt: "2027-11-20T09:00:00Z", expiresAt: nil))
        let client = world.launch(Samples.serverSetup)
        _ = await client.check()
        #expect(client.decision.softened == "expired")
        #expect(!client.decision.blocking)
    }

    @Test func `plain http does not set the clock`() async throws {
        let url = URL(string: "http://updates.example.com")!
        world.answer(Samples.host) {
            TransportResponse(
                url: $0.url, status: 200, headers: ["Date": "Sat, 20 Nov 2027 12:00:00 GMT"], body: try Samples.signed()
            )
        }
        let client = world.launch(Setup(policy: [.server(url, pins: Samples.pins)]))
        _ = await client.check()
        #expect(client.decision.status == .required)
        #expect(client.decision.softened == nil)
    }
}
