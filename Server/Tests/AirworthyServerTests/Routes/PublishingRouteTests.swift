import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct PublishingRouteTests {
    private static let path = "/v1/admin/apps/hashtags"

    @Test func `the first policy is published with If-None-Match: *`() async throws {
        let api = try await API(publishes: false)
        let empty = try await api(.get, "\(Self.path)/policy", token: api.admin)
        #expect(empty.problem == "nothing-published")
        let response = try await api(
            .put, "\(Self.path)/policy?note=the+first", token: api.admin, headers: [.ifNoneMatch: "*"],
            body: Samples.calmPolicy)
        #expect(response.status == .created)
        let json = try response.json
        #expect(json["new"] == true)
        #expect(json["policyVersion"] == 1)
        #expect(json["cause"] == "publish")
        #expect(json["author"] == "tester")
        #expect(json["note"] == "the first")
        let tag = try #require(json["policyTag"]?.stringValue)
        #expect(response.headers[.eTag] == "\"\(tag)\"")
        #expect(response.headers[.cacheControl] == "no-store")

        let policy = try await api(.get, "\(Self.path)/policy", token: api.admin)
        #expect(policy.text == Samples.calmPolicy)
        #expect(policy.headers[.eTag] == "\"\(tag)\"")
        #expect(policy.headers[.contentType] == "application/json")
        #expect(policy.headers[HTTPField.Name("Airworthy-Policy-Version")!] == "1")
        let again = try await api(
            .get, "\(Self.path)/policy", token: api.admin, headers: [.ifNoneMatch: "\"x\", W/\"\(tag)\""])
        #expect(again.status == .notModified)
        #expect(again.headers[.eTag] == "\"\(tag)\"")
    }

    @Test func `a publish with an outdated or missing precondition is rejected`() async throws {
        let api = try await API()
        let tag = try await api.plane.publishing.currentPolicy(of: "hashtags").entityTag
        let cases: [(HTTPFields, Int, String?)] = [
            ([:], 428, "precondition-required"), ([.ifMatch: "\"other\""], 412, "precondition-failed"),
            ([.ifMatch: "W/\"\(tag)\""], 412, "precondition-failed"), ([.ifNoneMatch: "*"], 412, "precondition-failed"),
            ([.ifMatch: "other"], 400, "invalid"), ([.ifNoneMatch: "\"\(tag)\""], 400, "invalid"),
            ([.ifMatch: "\"\(tag)\"", .ifNoneMatch: "*"], 412, "precondition-failed"),
            ([.ifMatch: "other", .ifNoneMatch: "*"], 400, "invalid"),
            ([.ifMatch: "\"other\", \"\(tag)\""], 201, nil),
        ]
        for (headers, status, problem) in cases {
            let response = try await api(
                .put, "\(Self.path)/policy", token: api.admin, headers: headers, body: Samples.calmPolicy)
            #expect(response.status.code == status, "\(headers)")
            #expect(response.problem == problem, "\(headers)")
        }
        let any = try await api(
            .put, "\(Self.path)/policy", token: api.admin, headers: [.ifMatch: "*"], body: Samples.policy)
        #expect(any.status == .created)
    }

    @Test func `If-Match: * requires a published policy`() async throws {
        let api = try await API(publishes: false)
        let response = try await api(
            .put, "\(Self.path)/policy", token: api.admin, headers: [.ifMatch: "*"], body: Samples.policy)
        #expect(response.problem == "precondition-failed")
    }

    @Test func `a repeated publish returns the existing revision`() async throws {
        let api = try await API()
        let tag = try await api.plane.publishing.currentPolicy(of: "hashtags").entityTag
        let send = {
            try await api(
                .put, "\(Self.path)/policy", token: api.admin, headers: [.ifMatch: "\"\(tag)\""],
                body: Samples.calmPolicy)
        }
        let (first, second) = (try await send(), try await send())
        #expect(first.status == .created)
        #expect(second.status == .ok)
        #expect(try second.json["new"] == false)
        #expect(try second.json["revision"] == first.json["revision"])
        #expect(second.headers[.eTag] == first.headers[.eTag])
    }

    @Test func `a publish is rejected when another admin published first`() async throws {
        let api = try await API()
        let tag = try await api.plane.publishing.currentPolicy(of: "hashtags").entityTag
        let statuses = try await withThrowingTaskGroup { group in
            for number in 0..<2 {
                group.addTask {
                    try await api(
                        .put, "\(Self.path)/policy", token: api.admin, headers: [.ifMatch: "\"\(tag)\""],
                        body: Samples.calmPolicy.replacing("nudge", with: "nudge-\(number)")
                    ).status.code
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [201, 412])
    }

    @Test(arguments: [
        ("{", "unexpected-end"), (#"{"schema": 1, "rules": [{"verison": 1}]}"#, "unknown-key"),
        (String(repeating: "[", count: 40), "too-deep"),
    ])
    func `an invalid policy is a 422 with a finding for each error`(body: String, code: String) async throws {
        let api = try await API()
        for (method, path, headers) in [
            (HTTPRequest.Method.put, "policy", [.ifMatch: "*"] as HTTPFields), (.post, "preflight", [:]),
        ] {
            let response = try await api(method, "\(Self.path)/\(path)", token: api.admin, headers: headers, body: body)
            #expect(response.status.code == 422)
            #expect(response.problem == "invalid")
            let findings = try #require(try response.json["findings"]?.arrayValue)
            #expect(findings.contains { $0["code"]?.stringValue == code }, "\(response.text)")
            #expect(findings.first?["line"]?.intValue == 1)
        }
    }

    @Test func `a policy with preflight errors is rejected unless it is forced with a reason`() async throws {
        let api = try await API()
        let harm = Samples.calmPolicy.replacing(
            #"{ "id": "nudge", "when": {"version": "<latest"}, "update": "recommended" }"#,
            with: #"{ "id": "all", "when": {"all": []}, "update": "required" }"#)
        let path = "\(Self.path)/policy"
        let refused = try await api(.put, path, token: api.admin, headers: [.ifMatch: "*"], body: harm)
        #expect(refused.status.code == 422)
        #expect(refused.problem == "preflight-failed")
        #expect(try refused.json["findings"]?.arrayValue?.isEmpty == false)
        let mumbled = try await api(.put, path + "?force=", token: api.admin, headers: [.ifMatch: "*"], body: harm)
        #expect(mumbled.status == .badRequest)
        #expect(try mumbled.json["parameter"] == "force")
        let forced = try await api(
            .put, path + "?force=the+house+burns", token: api.admin, headers: [.ifMatch: "*"], body: harm)
        #expect(forced.status == .created)
        #expect(try forced.json["findings"]?.arrayValue?.isEmpty == false)
    }

    @Test func `preflight returns findings and the diff and changes nothing`() async throws {
        let api = try await API()
        let current = try await api.plane.publishing.currentPolicy(of: "hashtags")
        let response = try await api(.post, "\(Self.path)/preflight", token: api.admin, body: Samples.calmPolicy)
        let json = try response.json
        #expect(response.status == .ok)
        #expect(json["refused"] == false)
        #expect(json["errors"] == 0)
        #expect(json["changesNothing"] == false)
        #expect(json["basedOn"] == .string(current.entityTag))
        #expect((json["size"]?.intValue ?? 0) > 500)
        #expect(json["diff"]?["different"] == true)
        #expect(json["diff"]?["rules"]?.arrayValue?.isEmpty == false)
        #expect(try await api.plane.publishing.currentPolicy(of: "hashtags") == current)
        let same = try await api(.post, "\(Self.path)/preflight", token: api.admin, body: Samples.policy).json
        #expect(same["changesNothing"] == true)
    }

    @Test func `preflight lists at most 200 findings, errors first, and counts all of them`() async throws {
        let api = try await API()
        let mild = Array(repeating: #"{"when": {"version": "<1"}, "update": "none", "target": "2"}"#, count: 300)
        let wrong = Array(repeating: #"{"when": {"version": ">=2 <1"}, "update": "none"}"#, count: 250)
        let policy = #"{"schema": 1, "rules": [\#((mild + wrong).joined(separator: ","))]}"#
        let json = try await api(.post, "\(Self.path)/preflight", token: api.admin, body: policy).json
        #expect(json["refused"] == true)
        #expect(json["errors"] == 250)
        #expect((json["warnings"]?.intValue ?? 0) >= 300)
        let findings = json["findings"]?.arrayValue ?? []
        #expect(findings.prefix(200).allSatisfy { $0["severity"] == "error" && $0["code"] == "empty-range" })
        #expect(findings[200]["code"] == "more-findings")
        #expect(findings[200]["count"] == 50)
        #expect(findings.count <= 203)
        let refused = try await api(
            .put, "\(Self.path)/policy", token: api.admin, headers: [.ifMatch: "*"], body: policy)
        #expect(refused.problem == "preflight-failed")
        #expect(try refused.json["detail"]?.stringValue?.contains("250 errors") == true)
    }

    @Test func `a policy with thousands of mistakes is answered with a hundred of them`() async throws {
        let api = try await API()
        let rules = Array(repeating: #"{"x": 1}"#, count: 5_000).joined(separator: ",")
        let response = try await api(
            .post, "\(Self.path)/preflight", token: api.admin, body: #"{"schema": 1, "rules": [\#(rules)]}"#)
        #expect(response.status.code == 422)
        #expect(try response.json["findings"]?.arrayValue?.count == 101)
        #expect(try response.json["detail"]?.stringValue?.contains("15000 errors") == true)
    }

    @Test func `a policy of another app is rejected`() async throws {
        let api = try await API()
        let response = try await api(
            .put, "\(Self.path)/policy", token: api.admin, headers: [.ifMatch: "*"],
            body: Samples.calmPolicy.replacing("hashtags", with: "birthdays"))
        #expect(response.status.code == 422)
        #expect(response.problem == "wrong-app")
    }

    @Test func `a rollback restores a policy by version or by revision`() async throws {
        let api = try await API()
        let first = try api.plane.served.app("hashtags").head.revision
        try await api.publish(
            Samples.calmPolicy,
            expecting: .matches([try await api.plane.publishing.currentPolicy(of: "hashtags").entityTag]))
        let back = try await api(
            .post, "\(Self.path)/rollback", token: api.admin, body: #"{"policyVersion": 1, "note": "too calm"}"#)
        #expect(back.status == .created)
        #expect(try back.json["cause"] == "rollback")
        #expect(try back.json["policyVersion"] == 3)
        #expect(try back.json["note"] == "too calm")
        let byRevision = try await api(
            .post, "\(Self.path)/rollback", token: api.admin, headers: [.ifMatch: "*"],
            body: #"{"revision": \#(first)}"#)
        #expect([200, 201].contains(byRevision.status.code))
    }

    @Test(arguments: [
        ("{}", ""), (#"{"policyVersion": 1, "revision": 1}"#, ""), (#"{"policyVersion": 0}"#, "/policyVersion"),
        (#"{"revision": "1"}"#, "/revision"), (#"{"policyVersion": 1, "to": 2}"#, "/to"),
        (#"{"policyVersion": 1, "note": ""}"#, "/note"),
    ])
    func `a rollback must name exactly one version`(body: String, pointer: String) async throws {
        let api = try await API()
        let response = try await api(.post, "\(Self.path)/rollback", token: api.admin, body: body)
        #expect(response.status == .badRequest)
        #expect(try response.json["pointer"]?.stringValue == pointer)
    }

    @Test func `a bump raises the revision and issues a new manifest`() async throws {
        let api = try await API()
        let before = try api.plane.served.app("hashtags").head.revision
        let response = try await api(
            .post, "\(Self.path)/head/bump", token: api.admin, body: #"{"atLeast": \#(before + 1000)}"#)
        #expect(response.status == .created)
        #expect((try response.json["revision"]?.intValue ?? 0) >= before + 1000)
        let bad = try await api(.post, "\(Self.path)/head/bump", token: api.admin, body: #"{"atLeast": 0}"#)
        #expect(try bad.json["pointer"] == "/atLeast")
        let burnt = try await api(
            .post, "\(Self.path)/head/bump", token: api.admin, body: #"{"atLeast": 9223372036854775805}"#)
        #expect(burnt.problem == "invalid")
        #expect(try burnt.json["pointer"] == "/atLeast")
    }

    @Test func `envelopes are rejected for server-signed apps and policies for pipeline-signed apps`() async throws {
        let api = try await API()
        let envelope = try await api(.get, "/v1/apps/hashtags/manifest").text
        let refused = try await api(.put, "\(Self.path)/manifest", token: api.admin, body: envelope)
        #expect(refused.status == .conflict)
        #expect(refused.problem == "signed-here")

        let root = try PrivateKey.generate()
        _ = try await api.plane.apps.create(
            .init(
                slug: "birthdays", bundleID: "com.example.birthdays", pins: [PinnedKey(root.publicKey, role: .root)],
                signing: .ci), by: .server)
        let path = "/v1/admin/apps/birthdays"
        let policy = Samples.calmPolicy.replacing("hashtags", with: "birthdays")
        let elsewhere = try await api(
            .put, "\(path)/policy", token: api.admin, headers: [.ifNoneMatch: "*"], body: policy)
        #expect(elsewhere.problem == "signed-elsewhere")

        let draft = ManifestDraft(
            app: "birthdays", lineage: "birthdays", revision: 7, issuedAt: api.clock.now,
            policy: try JSONReader.read(policy).jsonValue)
        let signed = String(decoding: try SignedManifest.sign(payload: draft.payload, keys: [root]), as: UTF8.self)
        let preflight = try await api(.post, "\(path)/manifest/preflight", token: api.admin, body: signed)
        #expect(preflight.status == .ok, "\(preflight.text)")
        #expect(try preflight.json["impact"]?["installations"] == 0)
        let unknown = try await api(.put, "\(path)/manifest?maxStuck=1", token: api.admin, body: signed)
        #expect(unknown.problem == "impact-unknown")
        let taken = try await api(.put, "\(path)/manifest?note=from+CI", token: api.admin, body: signed)
        #expect(taken.status == .created)
        #expect(try taken.json["revision"] == 7)
        #expect(try taken.json["policyTag"] == .null)
        #expect(taken.headers[.eTag] == nil)
        #expect(try await api(.get, "/v1/apps/birthdays/manifest").text == signed)
        #expect(try await api(.put, "\(path)/manifest", token: api.admin, body: signed).status == .ok)

        let thief = String(
            decoding: try SignedManifest.sign(payload: draft.payload, keys: [try PrivateKey.generate()]), as: UTF8.self)
        #expect(try await api(.post, "\(path)/manifest/preflight", token: api.admin, body: signed).status == .ok)
        #expect(
            try await api(.post, "\(path)/manifest/preflight", token: api.admin, body: thief).problem == "not-trusted")
        #expect(
            try await api(.post, "\(Self.path)/manifest/preflight", token: api.admin, body: signed).problem
                == "signed-here")
        let distrusted = try await api(.put, "\(path)/manifest", token: api.admin, body: thief)
        #expect(distrusted.status.code == 422)
        #expect(distrusted.problem == "not-trusted")
    }

    @Test func `a catalog is imported, published and returned`() async throws {
        let api = try await API(publishes: false)
        let path = "\(Self.path)/catalog"
        #expect(try await api(.get, path, token: api.admin).problem == "catalog-not-learnt")
        let first = try await api(.put, path, token: api.admin, body: Samples.catalog)
        #expect(first.status == .ok)
        let json = try first.json
        #expect(json["new"] == true)
        #expect(json["releases"] == 2)
        #expect(json["asOf"] == "2026-11-20T00:00:00Z")
        #expect(json["publication"] == .null)
        let digest = try #require(json["digest"]?.stringValue)
        #expect(first.headers[.eTag] == "\"\(digest)\"")
        let stored = try await api(.get, path, token: api.admin)
        let sent = CatalogReader.read(json: Array(Samples.catalog.utf8)).catalog
        #expect(CatalogReader.read(json: Array(buffer: stored.body)).catalog == sent)
        #expect(stored.headers[.eTag] == "\"\(digest)\"")
        let known = try await api(.get, path, token: api.admin, headers: [.ifNoneMatch: "\"\(digest)\""])
        #expect(known.status == .notModified)

        try await api.publish(Samples.policy, expecting: .nothingPublished)
        let changed = try await api(
            .put, path, token: api.admin, body: Samples.catalog.replacing("2.2.1", with: "2.2.2"))
        #expect(try changed.json["publication"]?["cause"] == "catalog")
        let soon = try await api(
            .put, path, token: api.admin, body: Samples.catalog.replacing("2.2.1", with: "2.2.3"))
        #expect(try soon.json["publication"] == .null)
        #expect(try soon.json["publishesAt"]?.stringValue != nil)
        let bad = try await api(.put, path, token: api.admin, body: #"{"schema": 1, "releases": [{}]}"#)
        #expect(bad.status.code == 422)
        #expect(try bad.json["findings"]?.arrayValue?.isEmpty == false)
    }
}
