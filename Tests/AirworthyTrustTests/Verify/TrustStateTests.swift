import AirworthyAuthoring
import AirworthyPolicy
import Testing

@testable import AirworthyTrust

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct TrustStateTests {
    @Test(needsCrypto) func `a trust state survives storing and loading`() throws {
        let keyring = try Fixture.keyring(2, [Fixture.online])
        var pins = Fixture.pins
        pins.lineage = nil
        let state = try Fixture.state(
            after: try Fixture.signed(issuedAt: "2026-11-20T09:00:00.125Z", by: [Fixture.online], keyring: keyring),
            try Fixture.signed(revision: .max) { $0.lineage = nil }, pins: pins)
        #expect(state.floors.count == 2 && state.epoch == 2)
        let stored = state.jsonValue.jsonBytes()
        let read = try #require(TrustState(json: stored))
        #expect(read == state)
        #expect(read.jsonValue.jsonBytes() == stored)
    }

    @Test(needsCrypto) func `a stored state is loaded without its unreadable and unknown parts`() throws {
        let state = try Fixture.state(after: try Fixture.signed())
        var json = state.jsonValue.objectValue ?? [:]
        json["version"] = 2
        json["later"] = [1, 2, 3]
        json["keyring"] = ["payload": 1]
        json["floors"] = .array([nil, ["revision": 1], "x"] + (json["floors"]?.arrayValue ?? []))
        #expect(TrustState(json: JSONValue.object(json).jsonBytes()) == state)
    }

    @Test(arguments: ["", "null", "{}", "[1]", #"{"version":"1"}"#, #"{"version":1"#])
    func `bytes that are not a state are rejected`(_ text: String) {
        #expect(TrustState(json: Array(text.utf8)) == nil)
    }

    @Test func `an empty state is written and read`() {
        #expect(TrustState().jsonValue.jsonText() == #"{"version":1,"floors":[]}"#)
        #expect(TrustState(json: Array(#"{"version":1}"#.utf8)) == TrustState())
    }

    @Test(needsCrypto) func `a forged keyring in the stored state is ignored`() throws {
        var state = TrustState()
        state.keyring = try Fixture.keyring(9, [Fixture.stranger], by: [Fixture.stranger])
        let bytes = try Fixture.signed(by: [Fixture.stranger])
        #expect(Fixture.verificationError(bytes, state: state)?.code == "unknown-key")
        #expect(try Fixture.verify(try Fixture.signed(), state: state).get().epoch == 0)
    }

    @Test(needsCrypto) func `only the last eight lineages are stored`() throws {
        var pins = Fixture.pins
        pins.lineage = nil
        var state = TrustState()
        for number in 0..<20 {
            let bytes = try Fixture.signed { $0.lineage = "l\(number)" }
            state = try Fixture.verify(bytes, pins: pins, state: state).get().newState
        }
        #expect(state.floors.map(\.lineage) == (12..<20).map { "l\($0)" })
    }
}

@Suite struct EffectiveNowTests {
    @Test func `the effective time is corrected and never before the date of issue`() {
        let noon = Fixture.now
        #expect(effectiveNow(device: noon, issuedAt: nil) == noon)
        #expect(effectiveNow(device: noon, correction: -60, issuedAt: nil) == noon.addingTimeInterval(-60))
        let issuedAt = noon.addingTimeInterval(30)
        #expect(effectiveNow(device: noon, correction: 20, issuedAt: issuedAt) == issuedAt)
        #expect(effectiveNow(device: noon, correction: 40, issuedAt: issuedAt) == noon.addingTimeInterval(40))
        #expect(effectiveNow(device: noon, correction: .nan, issuedAt: nil) == noon)
    }
}
