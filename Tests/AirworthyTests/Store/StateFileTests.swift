import Airworthy
import AirworthyPolicy
import Foundation
import Testing

@Suite struct StateFileTests {
    static var full: StoredState {
        var state = StoredState(installID: "id-1")
        state.hasAcceptedSigned = true
        state.documents["config:x"] = StoredState.Document(
            bytes: Samples.config, url: "https://files.example.com/config.json", tag: "\"a\"",
            storedAt: date("2026-11-01T00:00:00Z"), confirmedAt: date("2026-11-02T00:00:00.25Z"), digest: "abc")
        let release = Release(
            platform: .ios, version: try! AppVersion("2.0"),
            offers: [Offer(channel: .appstore, url: "https://apps.apple.com/app/id42", source: "lookup")])
        state.lookup = StoredLookup(
            storefront: Storefront("JP"), catalog: Catalog(releases: [release]),
            askedAt: date("2026-11-02T00:00:00Z"), lowerSince: date("2026-11-02T00:00:00Z"))
        state.history =
            state.history.after(
                .launched(Installation(version: "1.5", channel: .appstore)), at: date("2026-11-02T00:00:00Z"),
                calendar: Calendar(identifier: .gregorian)
            ).history
        state.storefront = Storefront("JP")
        state.correction = -3_600.5
        state.keep(.testflight(.internal), version: "1.5", build: "150")
        state.barredUntil = date("2026-11-03T00:00:00Z")
        return state
    }

    @Test func `a state survives encoding and decoding`() throws {
        #expect(try StateFile.decode(StateFile.encode(Self.full)) == Self.full)
        let empty = StoredState(installID: "x")
        #expect(try StateFile.decode(StateFile.encode(empty)) == empty)
    }

    @Test func `a truncated file is damaged at any length`() {
        let bytes = StateFile.encode(Self.full)
        for count in 0..<bytes.count {
            #expect(throws: StateFile.Damage.self) { try StateFile.decode(Array(bytes.prefix(count))) }
        }
    }

    @Test func `a file with one changed bit is damaged`() {
        let bytes = StateFile.encode(Self.full)
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1 << UInt8(place % 8)
            #expect(throws: StateFile.Damage.self) { try StateFile.decode(changed) }
        }
    }

    @Test func `a state of a later schema is unreadable`() {
        let content = Array(#"{"schema": 2, "installID": "x"}"#.utf8)
        let checksum = Array("airworthy-state 1 ".utf8) + Array(SHA256.hash(content).hex.utf8)
        #expect(throws: StateFile.Damage.unreadable) {
            try StateFile.decode(checksum + [UInt8(ascii: "\n")] + content)
        }
    }

    @Test func `only the last four channels are kept`() {
        var state = Self.full
        for build in 0..<100 { state.keep(.appstore, version: "1.0", build: "\(build)") }
        #expect(state.channels.count == 4)
        #expect(state.channel(version: "1.0", build: "99") == .appstore)
        #expect(state.channel(version: "1.0", build: "1") == nil)
    }
}

extension [UInt8] {
    fileprivate var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
