import AirworthyPolicy
import AirworthyServer
import ControlPlane
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct DecisionMemoTests {
    private static let start = Date(timeIntervalSince1970: 1_795_000_000)
    private static let deadline = start.addingTimeInterval(3_600)

    /// A manifest whose one rule is required from an hour after the start on.
    private static func manifest() throws -> Manifest {
        let policy = try Policy(
            json: Array(
                """
                {"schema": 1, "appleID": 1, "rules": [{"id": "soon", "when": {"version": "<2"}, "update": "required",
                  "deadline": "\(Timestamp.format(deadline))"}]}
                """.utf8))
        let offer = Offer(channel: .appstore, publishedAt: start.addingTimeInterval(-86_400))
        return Manifest(
            policy: policy,
            catalog: Catalog(releases: [Release(platform: .ios, version: try AppVersion("2"), offers: [offer])]))
    }

    private static func installation(_ version: String = "1") -> Installation {
        Installation(version: version, channel: .appstore)
    }

    @Test func `the same question is decided once, until time changes the answer`() throws {
        let memo = DecisionMemo()
        let manifest = try Self.manifest()
        var decided = 0
        let ask = { (manifestDigest: String, seconds: Double) -> String in
            let instant = Self.start.addingTimeInterval(seconds)
            let body = memo.body(for: Self.installation(), by: manifestDigest, at: instant) {
                decided += 1
                return decide(manifest, for: Self.installation(), at: instant)
            }
            let fresh = decide(manifest, for: Self.installation(), at: instant).jsonBody
            #expect(body == fresh, "at \(seconds)")
            return String(buffer: body)
        }
        let early = ask("a", 0)
        #expect(early.contains(#""status":"recommended""#))
        #expect(ask("a", 3_599) == early)
        #expect(decided == 1)
        #expect(ask("a", 3_600).contains(#""status":"required""#))
        #expect(decided == 2)
        #expect(ask("a", 0) == early)
        #expect(decided == 3)
        _ = ask("b", 0)
        #expect(decided == 4)
    }

    @Test func `what tells people apart is never remembered`() throws {
        let memo = DecisionMemo()
        let manifest = try Self.manifest()
        var (named, attributed) = (Self.installation(), Self.installation())
        named.installID = "somebody"
        attributed.attributes = ["plan": "pro"]
        for installation in [named, attributed, named, attributed] {
            _ = memo.body(for: installation, by: "a", at: Self.start) {
                decide(manifest, for: installation, at: Self.start)
            }
        }
        #expect(memo.count == 0)
    }

    @Test func `memory is bounded`() throws {
        let memo = DecisionMemo(limit: 64 * 1_024)
        let manifest = try Self.manifest()
        var most = 0
        for number in 0..<500 {
            let installation = Self.installation("1.\(number)")
            _ = memo.body(for: installation, by: "a", at: Self.start) {
                decide(manifest, for: installation, at: Self.start)
            }
            most = max(most, memo.count)
        }
        #expect((10...64).contains(most))
    }

    @Test func `an answer too large to remember is given all the same`() throws {
        let memo = DecisionMemo(limit: 1_024)
        let manifest = try Self.manifest()
        let body = memo.body(for: Self.installation(), by: "a", at: Self.start) {
            decide(manifest, for: Self.installation(), at: Self.start)
        }
        #expect(body.readableBytes > 0)
        #expect(memo.count == 0)
    }
}
