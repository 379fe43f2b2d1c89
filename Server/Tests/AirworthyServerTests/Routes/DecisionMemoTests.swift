import AirworthyPolicy
import AirworthyServer
import ControlPlane
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@Suite struct DecisionMemoTests {
    static let head = LoadedHead(
        revision: 1, policyVersion: 1, envelope: [], compressed: nil, digest: "",
        manifest: .init(policy: .init(rules: [])))
    static let start = Date(timeIntervalSinceReferenceDate: 0)
    static let answer = ByteBuffer(string: "{}")

    static func memo(until: Date? = nil) -> DecisionMemo {
        let memo = DecisionMemo()
        memo.keep(answer, to: AskedText(query: "version=1"), of: "a", head, from: start, until: until)
        return memo
    }

    static func known(
        _ memo: DecisionMemo, _ query: String = "version=1", body: [UInt8]? = nil, app: String = "a",
        head: LoadedHead = head, at now: Date = start
    ) -> Bool {
        memo.answer(to: AskedText(query: query, body: body), of: app, head, at: now) != nil
    }

    @Test func `the same question of the same app and head is answered from memory`() {
        #expect(Self.known(Self.memo()))
        #expect(!Self.known(Self.memo(), "version=2"))
        #expect(!Self.known(Self.memo(), body: []))
        #expect(!Self.known(Self.memo(), app: "b"))
    }

    @Test func `a new head answers anew, even with the same revision`() {
        let other = LoadedHead(
            revision: 1, policyVersion: 1, envelope: [], compressed: nil, digest: "",
            manifest: .init(policy: .init(rules: [])))
        #expect(!Self.known(Self.memo(), head: other))
    }

    @Test func `an answer holds until time may change it, and not before it was made`() {
        let memo = Self.memo(until: Self.start + 60)
        #expect(Self.known(memo, at: Self.start + 59))
        #expect(!Self.known(memo, at: Self.start + 60))
        #expect(!Self.known(memo, at: Self.start - 1))
        #expect(Self.known(Self.memo(), at: Self.start + 1e9))
    }

    @Test func `what is kept is bounded, and goes on working when it is full`() {
        let memo = DecisionMemo(limit: 2_000)
        for number in 0..<1_000 {
            memo.keep(
                Self.answer, to: AskedText(query: "version=\(number)"), of: "a", Self.head, from: Self.start, until: nil
            )
        }
        #expect(Self.known(memo, "version=999"))
        #expect((0..<1_000).count { Self.known(memo, "version=\($0)") } <= 2_000 / 256)
        memo.keep(
            ByteBuffer(repeating: 0, count: 3_000), to: AskedText(query: "long"), of: "a", Self.head, from: Self.start,
            until: nil)
        #expect(!Self.known(memo, "long"))
    }

    @Test(arguments: [
        "version=2.2.0&channel=appstore", "version=2.2.0&channel=appstore&installID=a",
        "version=2.2.0&channel=appstore&attribute.x=1",
    ])
    func `a policy that changes is told at once, whoever asked before`(_ query: String) async throws {
        let api = try await API()
        let options = APIOptions(now: { [clock = api.clock] in clock.now })
        let answers = try await Application(router: makeRouter(api.plane, options)).test(.router) { client in
            let uri = "/v1/apps/hashtags/decision?\(query)"
            let before = try await client.execute(uri: uri, method: .get).json
            let again = try await client.execute(uri: uri, method: .get).json
            let tag = try await api.plane.publishing.currentPolicy(of: "hashtags").entityTag
            try await api.publish(
                #"{"schema": 1, "rules": [{"id": "new", "when": {"version": "2.2.0"}, "update": "recommended"}]}"#,
                .matches([tag]))
            return [before, again, try await client.execute(uri: uri, method: .get).json]
        }
        #expect(answers[0] == answers[1])
        #expect(answers[0]["rule"] != "new")
        #expect(answers[2]["rule"] == "new")
    }
}
