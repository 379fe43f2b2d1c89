import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct HistoryRouteTests {
    private static let path = "/v1/admin/apps/hashtags"

    /// Creates a server with three policies of `hashtags`.
    private func makeAPI() async throws -> API {
        let api = try await API()
        for name in ["a", "b"] {
            let tag = try await api.plane.publishing.currentPolicy(of: "hashtags").entityTag
            try await api.publish(Samples.calmPolicy.replacing("nudge", with: name), expecting: .matches([tag]))
        }
        return api
    }

    @Test func `revisions are listed newest first in pages`() async throws {
        let api = try await makeAPI()
        let all = try #require(
            try await api(.get, "\(Self.path)/history", token: api.admin).json["revisions"]?.arrayValue)
        #expect(all.count == 3)
        #expect(all.compactMap { $0["policyVersion"] } == [3, 2, 1])
        #expect(all.allSatisfy { $0["stored"] == true && $0["new"] == nil && $0["findings"] == nil })
        let middle = try #require(all[0]["revision"]?.intValue)
        let page = try await api(.get, "\(Self.path)/history?limit=1&before=\(middle)", token: api.admin).json
        #expect(page["revisions"] == .array([all[1]]))
        let bad = try await api(.get, "\(Self.path)/history?limit=201", token: api.admin)
        #expect(bad.status == .badRequest)
        #expect(try bad.json["parameter"] == "limit")
    }

    @Test func `a revision is returned byte for byte until its bytes are pruned`() async throws {
        let api = try await makeAPI()
        let envelope = try await api(.get, "/v1/apps/hashtags/manifest")
        let revision = try api.plane.served.app("hashtags").head.revision
        let response = try await api(.get, "\(Self.path)/manifests/\(revision)", token: api.admin)
        #expect(response.text == envelope.text)
        #expect(response.headers[.eTag] == envelope.headers[.eTag])
        #expect(response.headers[.cacheControl] == "no-store")
        for name in ["0", "99999", "x", "01", "-1", "1.0"] {
            let missing = try await api(.get, "\(Self.path)/manifests/\(name)", token: api.admin)
            #expect(missing.problem == "not-found", "\(name)")
        }

        _ = try await api.plane.publishing.bump("hashtags", atLeast: revision + 1, by: .server)
        let renewal = try api.plane.served.app("hashtags").head.revision
        _ = try await api.plane.publishing.bump("hashtags", atLeast: renewal + 1, by: .server)
        api.clock.advance(by: 31 * 86_400)
        await api.plane.housekeeping.renew()
        let pruned = try await api(.get, "\(Self.path)/manifests/\(renewal)", token: api.admin)
        #expect(pruned.status == .gone)
        #expect(pruned.problem == "pruned")
        let history = try await api(.get, "\(Self.path)/history", token: api.admin).json["revisions"]?.arrayValue ?? []
        let unstored = history.filter { $0["stored"] == false }.compactMap { $0["revision"]?.intValue }
        for entry in history {
            let number = try #require(entry["revision"]?.intValue)
            let status = try await api(.get, "\(Self.path)/manifests/\(number)", token: api.admin).status
            #expect((status == .gone) == unstored.contains(number), "\(number)")
        }
        #expect(unstored.contains(renewal))
    }

    @Test func `history and audit name the token and the request of each action`() async throws {
        let api = try await API()
        let (record, text) = try await api.plane.tokens.create(.init(kind: .ci, name: "pipeline"), by: .server)
        let tag = try await api.plane.publishing.currentPolicy(of: "hashtags").entityTag
        let published = try await api(
            .put, "\(Self.path)/policy", token: text, headers: [.ifMatch: "\"\(tag)\""], body: Samples.calmPolicy,
            options: APIOptions(middleware: [FixedRequestID(id: "abc-123")]))
        #expect(published.status == .created)
        let revisions =
            try await api(.get, "\(Self.path)/history", token: api.admin).json["revisions"]?.arrayValue ?? []
        #expect(revisions.first?["token"]?.stringValue == record.id)
        #expect(revisions.first?["request"] == "abc-123")
        #expect(revisions.last?["token"] == .null && revisions.last?["request"] == .null)
        let audit = try await api(.get, "/v1/admin/audit?app=hashtags&limit=1", token: api.admin).json
        let entry = try #require(audit["entries"]?.arrayValue?.first)
        #expect(entry["actor"] == "pipeline" && entry["action"] == "policy.published")
        #expect(entry["token"]?.stringValue == record.id && entry["request"] == "abc-123")
    }

    @Test func `policies are listed and returned byte for byte`() async throws {
        let api = try await makeAPI()
        let list = try await api(.get, "\(Self.path)/policies?limit=2", token: api.admin).json
        #expect(list["policies"]?.arrayValue?.compactMap { $0["version"] } == [3, 2])
        let policy = try await api(.get, "\(Self.path)/policies/1", token: api.admin)
        #expect(policy.text == Samples.policy)
        #expect(policy.headers[HTTPField.Name("Airworthy-Policy-Version")!] == "1")
        #expect(try await api(.get, "\(Self.path)/policies/9", token: api.admin).problem == "not-found")
    }

    @Test func `the diff of two policies lists their changes`() async throws {
        let api = try await makeAPI()
        let diff = try await api(.get, "\(Self.path)/diff?from=1&to=2", token: api.admin)
        #expect(diff.status == .ok)
        #expect(try diff.json["different"] == true)
        #expect(try await api(.get, "\(Self.path)/diff?from=3", token: api.admin).json["different"] == false)
        for (query, name) in [("", "from"), ("?from=x", "from"), ("?from=1&to=", "to"), ("?from=1&from=2", "from")] {
            let bad = try await api(.get, "\(Self.path)/diff\(query)", token: api.admin)
            #expect(bad.status == .badRequest)
            #expect(try bad.json["parameter"]?.stringValue == name)
        }
        #expect(try await api(.get, "\(Self.path)/diff?from=9", token: api.admin).problem == "not-found")
    }

    @Test func `the audit is limited to the apps of the token`() async throws {
        let api = try await makeAPI()
        let all = try #require(
            try await api(.get, "/v1/admin/audit", token: api.admin).json["entries"]?.arrayValue)
        #expect(all.contains { $0["action"] == "app.created" && $0["app"] == "hashtags" })
        let page = try await api(.get, "/v1/admin/audit?app=hashtags&limit=1", token: api.admin).json
        #expect(page["entries"]?.arrayValue?.count == 1)
        #expect(page["entries"]?.arrayValue?.first?["app"] == "hashtags")

        let scoped = try await api.token(.ci, apps: ["hashtags"])
        #expect(try await api(.get, "/v1/admin/audit", token: scoped).problem == "forbidden")
        #expect(try await api(.get, "/v1/admin/audit?app=hashtags", token: scoped).status == .ok)
        #expect(try await api(.get, "/v1/admin/audit?app=other", token: scoped).problem == "not-found")
    }

    @Test func `whoami returns the token's principal`() async throws {
        let api = try await API()
        #expect(
            try await api(.get, "/v1/admin/whoami", token: api.admin).json == [
                "name": "tester", "kind": "adm",
                "rights": ["explain", "read", "publish", "catalog", "apps", "tokens"], "apps": nil, "expiresAt": nil,
            ])
        let (_, text) = try await api.plane.tokens.create(
            .init(
                kind: .ci, name: "pipeline", rights: [.publish, .read], apps: ["hashtags"],
                expiresAt: Timestamp.parse("2027-01-31T00:00:00Z")), by: .server)
        #expect(
            try await api(.get, "/v1/admin/whoami", token: text).json == [
                "name": "pipeline", "kind": "ci", "rights": ["read", "publish"], "apps": ["hashtags"],
                "expiresAt": "2027-01-31T00:00:00Z",
            ])
    }

    @Test func `the secret of a token is shown only on creation`() async throws {
        let api = try await API()
        let made = try await api(
            .post, "/v1/admin/tokens", token: api.admin,
            body: """
                {"kind": "ci", "name": "pipeline", "rights": ["read"], "apps": ["hashtags"],
                 "expiresAt": "2027-01-31T00:00:00+01:00"}
                """)
        #expect(made.status == .created)
        #expect(made.headers[.cacheControl] == "no-store")
        let json = try made.json
        let text = try #require(json["token"]?.stringValue)
        #expect(text.hasPrefix("ci_"))
        #expect(json["expiresAt"] == "2027-01-30T23:00:00Z")
        #expect(json["createdBy"] == "tester")
        let list = try await api(.get, "/v1/admin/tokens", token: api.admin)
        #expect(try list.json["tokens"]?.arrayValue?.contains { $0["id"] == json["id"] } == true)
        #expect(!list.text.contains(text))
        #expect(try await api(.get, "/v1/admin/apps/hashtags", token: text).status == .ok)
        #expect(try await api(.delete, "/v1/admin/tokens/nobody", token: api.admin).problem == "not-found")
    }

    @Test(arguments: [
        ("{}", 400, "/kind"), (#"{"kind": "root", "name": "x"}"#, 400, "/kind"), (#"{"kind": "ci"}"#, 400, "/name"),
        (#"{"kind": "ci", "name": "x", "rights": ["read", "fly"]}"#, 400, "/rights/1"),
        (#"{"kind": "ci", "name": "x", "apps": "hashtags"}"#, 400, "/apps"),
        (#"{"kind": "ci", "name": "x", "expiresAt": "tomorrow"}"#, 400, "/expiresAt"),
        (#"{"kind": "ci", "name": "x", "right": []}"#, 400, "/right"),
        (#"{"kind": "ci", "name": "x", "rights": ["tokens"]}"#, 400, "/rights"),
    ])
    func `an invalid token request is rejected with a pointer`(body: String, status: Int, pointer: String) async throws
    {
        let api = try await API()
        let response = try await api(.post, "/v1/admin/tokens", token: api.admin, body: body)
        #expect(response.status.code == status)
        #expect(try response.json["pointer"]?.stringValue == pointer)
    }

    @Test func `a token cannot grant more than its creator has`() async throws {
        let api = try await API()
        let limited = try await api.token(.admin, rights: [.tokens, .read], apps: ["hashtags"])
        let response = try await api(
            .post, "/v1/admin/tokens", token: limited, body: #"{"kind": "ci", "name": "x", "rights": ["publish"]}"#)
        #expect(response.status == .forbidden)
        #expect(response.problem == "forbidden")
    }

    @Test func `store errors are problems, and reads from memory still work`() async throws {
        let api = try await API()
        let cases: [(StoreError, Int, String, String?)] = [
            (.full, 507, "store-full", nil), (.locked, 503, "store-locked", "1"),
            (.unavailable("disk sda1 failed"), 503, "store-unavailable", "5"),
        ]
        for (error, status, problem, retryAfter) in cases {
            api.store.fail(with: error)
            let response = try await api(
                .put, "\(Self.path)/policy", token: api.admin, headers: [.ifMatch: "\"x\""], body: Samples.policy)
            #expect(response.status.code == status)
            #expect(response.problem == problem)
            #expect(response.headers[.retryAfter] == retryAfter)
            #expect(!response.text.contains("sda1"))
            #expect(try await api(.get, "/v1/apps/hashtags/manifest").status == .ok)
            #expect(try await api(.get, "/health/ready").status == .ok)
        }
        api.store.fail(with: nil)
        #expect(try await api(.get, Self.path, token: api.admin).status == .ok)
    }
}
