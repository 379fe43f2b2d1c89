import Airworthy
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing

/// Decisions on a device with a wrong clock.
@Suite(needsCrypto, .timeLimit(.minutes(5))) struct ClockStories {
    private let world = FakeWorld()
    private static let year: TimeInterval = 365 * 86_400

    private func deadline(_ instant: String) -> JSONValue {
        [
            "schema": 1, "appleID": 42,
            "rules": [["when": ["version": "<2.0"], "update": "required", "deadline": .string(instant)]],
        ]
    }

    @Test(arguments: [year, -year, 3_600, -3_600])
    func `the first answer corrects a wrong clock, and the correction is stored`(_ ahead: TimeInterval) async throws {
        world.setClockAhead(ahead)
        world.serve(try Samples.signed(), at: Samples.host)
        let client = world.launch(Samples.serverSetup)
        _ = await client.check()
        #expect(client.decision.status == .required)
        #expect(client.decision.softened == nil)

        world.disconnect(Samples.host)
        #expect(world.launch(Samples.serverSetup).decision.status == .required, "the correction is stored")
        world.pass(31 * 86_400)
        let late = world.launch(Samples.serverSetup)
        #expect(late.decision.softened == "expired", "the manifest expires by the corrected clock")
    }

    @Test func `an offline clock a year ahead relaxes a block instead of adding one`() async throws {
        world.serve(try Samples.signed(), at: Samples.host)
        _ = await world.launch(Samples.serverSetup).check()
        world.disconnect(Samples.host)
        world.setClockAhead(Self.year)
        #expect(world.launch(Samples.serverSetup).decision.status == .recommended)
    }

    @Test func `an offline clock a year behind keeps the deadline and the recommendation`() async throws {
        world.serve(try Samples.signed(deadline("2026-11-25T00:00:00Z")), at: Samples.host)
        _ = await world.launch(Samples.serverSetup).check()
        world.disconnect(Samples.host)
        world.setClockAhead(-Self.year)
        let client = world.launch(Samples.serverSetup)
        #expect(client.decision.status == .recommended)
        #expect(client.decision.deadline == date("2026-11-25T00:00:00Z"))
    }

    @Test func `a deadline that passed offline takes effect only after the manifest is confirmed`() async throws {
        world.serve(try Samples.signed(deadline("2026-11-25T00:00:00Z")), at: Samples.host)
        let client = world.launch(Samples.serverSetup)
        _ = await client.check()
        world.disconnect(Samples.host)
        world.pass(6 * 86_400)
        _ = await client.check()
        #expect(client.decision.status == .recommended)
        #expect(client.decision.reason == .unconfirmedDeadline)

        world.serve(try Samples.signed(deadline("2026-11-25T00:00:00Z")), at: Samples.host)
        world.pass(60)
        _ = await client.check()
        #expect(client.decision.status == .required)
    }

    @Test func `a manifest dated a year ahead expires by the time it was stored`() async throws {
        world.serve(try Samples.signed(issuedAt: "2027-11-20T09:00:00Z", expiresAt: nil), at: Samples.host)
        let client = world.launch(Samples.serverSetup)
        _ = await client.check()
        #expect(client.decision.softened == "expired")
        #expect(!client.decision.blocking)
    }

    @Test func `a response over plain http does not correct the clock`() async throws {
        let url = URL(string: "http://updates.example.com")!
        world.answer(Samples.host) {
            TransportResponse(
                url: $0.url, status: 200, headers: ["Date": "Sat, 20 Nov 2027 12:00:00 GMT"], body: try Samples.signed()
            )
        }
        let client = world.launch(Airworthy.Setup(policy: [.server(url, pins: Samples.pins)]))
        _ = await client.check()
        #expect(client.decision.status == .required)
        #expect(client.decision.softened == nil)
    }
}
