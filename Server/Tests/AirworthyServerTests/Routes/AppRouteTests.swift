import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct AppRouteTests {
    private static let path = "/v1/admin/apps"

    @Test func `an app is created with all members`() async throws {
        let api = try await API(publishes: false)
        let root = try PrivateKey.generate().publicKey
        let response = try await api(
            .post, Self.path, token: api.admin,
            body: """
                {"slug": "birthdays", "bundleID": "com.example.birthdays", "appleID": 123, "platforms": ["iOS", "macOS"],
                 "defaultLanguage": "ja", "signing": "ci", "audience": "staging", "lineage": "team",
                 "internalBuilds": "none", "testFlightNotes": "all", "pins": [{"key": "\(root.base64)", "role": "root"}]}
                """)
        #expect(response.status == .created)
        #expect(response.headers[.location] == "/v1/admin/apps/birthdays")
        #expect(response.headers[.cacheControl] == "no-store")
        let expected: JSONValue = [
            "slug": "birthdays", "bundleID": "com.example.birthdays", "appleID": 123, "platforms": ["ios", "macos"],
            "defaultLanguage": "ja", "signing": "ci", "audience": "staging", "lineage": "team",
            "internalBuilds": "none", "testFlightNotes": "all", "storefronts": ["US"], "appleKeyID": nil,
            "webhookURL": nil,
            "pins": [["id": .string(root.id), "role": "root", "key": .string(root.base64)]],
            "createdAt": .string(Timestamp.format(api.clock.now)),
            "head": [
                "state": "unpublished", "problem": nil, "revision": nil, "policyVersion": nil, "digest": nil,
                "issuedAt": nil, "expiresAt": nil,
            ],
        ]
        #expect(try response.json == expected)
        #expect(try await api(.get, "\(Self.path)/birthdays", token: api.admin).json == expected)
        let list = try await api(.get, Self.path, token: api.admin).json
        #expect(list["apps"]?.arrayValue?.compactMap { $0["slug"] } == ["birthdays", "hashtags"])
    }

    @Test func `missing pins default to the server's keys with a note`() async throws {
        let api = try await API(publishes: false)
        let response = try await api(
            .post, Self.path, token: api.admin, body: #"{"slug": "trial", "bundleID": "com.example.trial"}"#)
        #expect(response.status == .created)
        let json = try response.json
        #expect(json["pins"]?.arrayValue?.compactMap { $0["id"] } == [.string(api.key.publicKey.id)])
        #expect(json["pins"]?.arrayValue?.compactMap { $0["role"] } == ["online"])
        #expect(json["notes"]?.arrayValue?.count == 1)
        #expect(json["lineage"] == "trial")
        #expect(json["internalBuilds"] == "facts" && json["testFlightNotes"] == "external")
    }

    @Test(arguments: [
        ("{}", "/slug"), (#"{"slug": "x"}"#, "/bundleID"), (#"{"slug": "X", "bundleID": "a.b"}"#, "/slug"),
        (#"{"slug": "x", "bundleID": "a.b", "colour": 1}"#, "/colour"),
        (#"{"slug": "x", "bundleID": "a.b", "signing": "both"}"#, "/signing"),
        (#"{"slug": "x", "bundleID": "a.b", "testFlightNotes": "internal"}"#, "/testFlightNotes"),
        (#"{"slug": "x", "bundleID": "a.b", "signing": "ci"}"#, "/pins"),
        (#"{"slug": "x", "bundleID": "a.b", "pins": []}"#, "/pins"),
        (#"{"slug": "x", "bundleID": "a.b", "pins": [{"key": "AAAA", "role": "root"}]}"#, "/pins/0/key"),
        (#"{"slug": "x", "bundleID": "a.b", "pins": [{"role": "root"}]}"#, "/pins/0/key"),
        (#"{"slug": "x", "bundleID": "a.b", "pins": [1]}"#, "/pins/0"),
        (#"{"slug": "x", "bundleID": "a.b", "platforms": ["ios", ""]}"#, "/platforms/1"),
        (#"{"slug": "x", "bundleID": "a.b", "platforms": "ios"}"#, "/platforms"),
        (#"{"slug": "x", "bundleID": "a.b", "appleID": "1"}"#, "/appleID"),
        (#"{"slug": "x", "bundleID": "a.b", "appleID": -1}"#, "/appleID"),
        (#"{"slug": "x", "slug": "y", "bundleID": "a.b"}"#, "/slug"),
        (#"{"slug": "x", "bundleID": "a.b", "audience": "\u0000"}"#, "/audience"),
    ])
    func `an invalid app is rejected with a pointer`(body: String, pointer: String) async throws {
        let api = try await API(publishes: false)
        let response = try await api(.post, Self.path, token: api.admin, body: body)
        #expect(response.status == .badRequest)
        #expect(response.problem == "invalid")
        #expect(try response.json["pointer"]?.stringValue == pointer)
        #expect(try await api.plane.apps.list(for: .server).count == 1)
    }

    @Test func `a slug cannot be used twice`() async throws {
        let api = try await API(publishes: false)
        let body = #"{"slug": "hashtags", "bundleID": "com.example.x"}"#
        #expect(try await api(.post, Self.path, token: api.admin, body: body).problem == "slug-taken")
        #expect(try await api(.delete, "\(Self.path)/hashtags", token: api.admin).status == .noContent)
        let again = try await api(.post, Self.path, token: api.admin, body: body)
        #expect(again.status == .conflict)
        #expect(try await api(.get, "\(Self.path)/hashtags", token: api.admin).problem == "gone")
        #expect(try await api(.delete, "\(Self.path)/hashtags", token: api.admin).status == .gone)
    }

    @Test func `an update changes only the given members`() async throws {
        let api = try await API()
        let path = "\(Self.path)/hashtags"
        let before = try await api(.get, path, token: api.admin).json
        #expect(before["head"]?["state"] == "live")
        let changed = try await api(
            .patch, path, token: api.admin, headers: [.contentType: "application/merge-patch+json"],
            body: #"{"appleID": null, "internalBuilds": "none"}"#)
        #expect(changed.status == .ok)
        #expect(try changed.json["appleID"] == .null)
        #expect(try changed.json["internalBuilds"] == "none")
        #expect(try changed.json["bundleID"] == before["bundleID"])
        for member in ["slug", "signing", "audience", "lineage"] {
            let response = try await api(.patch, path, token: api.admin, body: "{\"\(member)\": \"ci\"}")
            #expect(response.status == .badRequest)
            #expect(try response.json["pointer"]?.stringValue == "/\(member)")
        }
    }

    @Test func `only a token with the right apps for the app changes whose notes are public`() async throws {
        let api = try await API()
        let path = "\(Self.path)/hashtags"
        let body = #"{"testFlightNotes": "all"}"#
        func token(_ rights: Rights, apps: Set<String>? = nil) async throws -> String {
            let draft = TokenService.Draft(kind: .admin, name: "limited", rights: rights, apps: apps)
            return try await api.plane.tokens.create(draft, by: .server).text
        }
        let pins = [PinnedKey(api.key.publicKey, role: .online)]
        _ = try await api.plane.apps.create(
            App(slug: "birthdays", bundleID: "com.example.birthdays", pins: pins), by: .server)
        let read = try await token([.read, .publish, .explain])
        let other = try await token(.all, apps: ["birthdays"])
        let unauthorised = try await api(.patch, path, body: body)
        let forbidden = try await api(.patch, path, token: read, body: body)
        let hidden = try await api(.patch, path, token: other, body: body)
        #expect([unauthorised, forbidden, hidden].map(\.status) == [.unauthorized, .forbidden, .notFound])
        #expect(try await api(.get, path, token: api.admin).json["testFlightNotes"] == "external")
        let changed = try await api(.patch, path, token: try await token([.apps], apps: ["hashtags"]), body: body)
        #expect(try changed.json["testFlightNotes"] == "all")
        let audit = try await api.plane.history.audit(app: "hashtags", before: nil, limit: 1)
        #expect(audit.first?.action == "app.updated" && audit.first?.detail == "testFlightNotes")
    }

    @Test func `pins that trust no key of the server are refused`() async throws {
        let api = try await API()
        let path = "\(Self.path)/hashtags"
        let other = try PrivateKey.generate().publicKey
        let pins = #"{"pins": [{"key": "\#(other.base64)", "role": "root"}]}"#
        let refused = try await api(.patch, path, token: api.admin, body: pins)
        #expect(refused.status == .unprocessableContent && refused.problem == "not-trusted")
        #expect(try await api(.get, path, token: api.admin).json["head"]?["state"] == "live")
        let new = try await api(
            .post, Self.path, token: api.admin,
            body: #"{"slug": "other", "bundleID": "com.example.other", \#(pins.dropFirst())"#)
        #expect(new.status == .unprocessableContent && new.problem == "not-trusted")
        #expect(try await api(.get, "\(Self.path)/other", token: api.admin).status == .notFound)
    }

    @Test func `pins that nothing can be signed for degrade an app, and the former ones restore it`()
        async throws
    {
        let api = try await API()
        let path = "\(Self.path)/hashtags"
        let other = try PrivateKey.generate()
        let pins = { (key: PublicKey) in #"{"pins": [{"key": "\#(key.base64)", "role": "online"}]}"# }
        await api.plane.housekeeping.replaceSigner(keys: [try PrivateKey.generate()], keyring: nil)
        let degraded = try await api(.patch, path, token: api.admin, body: pins(other.publicKey)).json
        #expect(degraded["head"]?["state"] == "degraded")
        #expect(degraded["head"]?["problem"]?.stringValue?.isEmpty == false)
        let healed = try await api(.patch, path, token: api.admin, body: pins(api.key.publicKey)).json
        #expect(healed["head"]?["state"] == "live")
    }

    @Test func `a body must be JSON of at most 1 MiB`() async throws {
        let api = try await API(publishes: false)
        let form = try await api(
            .post, Self.path, token: api.admin, headers: [.contentType: "application/x-www-form-urlencoded"],
            body: "slug=x")
        #expect(form.status == .unsupportedMediaType)
        #expect(form.headers[.accept] == "application/json")
        let long = try await api(
            .post, Self.path, token: api.admin, body: #"{"slug": ""# + String(repeating: "x", count: 1 << 20) + #""}"#)
        #expect(long.status == .contentTooLarge)
    }
}
