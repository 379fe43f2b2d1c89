import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AirworthyServer

/// The preconditions of changes of settings, catalogs and signed manifests, and the preflight of catalogs.
@Suite(.timeLimit(.minutes(5))) struct PreconditionRouteTests {
    private static let path = "/v1/admin/apps/hashtags"

    @Test func `settings change only if they are the ones that the author has seen`() async throws {
        let api = try await API()
        let seen = try #require(try await api(.get, Self.path, token: api.admin).headers[.eTag])
        let other = try await api(.patch, Self.path, token: api.admin, body: #"{"defaultLanguage": "ja"}"#)
        let tag = try #require(other.headers[.eTag])
        #expect(tag != seen)

        let change = #"{"appleID": 5}"#
        let late = try await api(.patch, Self.path, token: api.admin, headers: [.ifMatch: seen], body: change)
        #expect(late.status.code == 412 && late.problem == "precondition-failed")
        #expect(try late.json["detail"]?.stringValue?.contains(tag) == true)
        #expect(try await api(.get, Self.path, token: api.admin).json["appleID"] != 5)
        for headers in [[.ifMatch: "\"x\""], [.ifMatch: "W/\(tag)"], [.ifNoneMatch: "*"]] as [HTTPFields] {
            let response = try await api(.patch, Self.path, token: api.admin, headers: headers, body: change)
            #expect(response.problem == "precondition-failed", "\(headers)")
        }
        let malformed = try await api(.patch, Self.path, token: api.admin, headers: [.ifMatch: "x"], body: change)
        #expect(malformed.status == .badRequest)

        let made = try await api(.patch, Self.path, token: api.admin, headers: [.ifMatch: tag], body: change)
        #expect(made.status == .ok && made.headers[.eTag] != tag)
        let again = try await api(.patch, Self.path, token: api.admin, headers: [.ifMatch: tag], body: change)
        #expect(again.status == .ok && again.headers[.eTag] == made.headers[.eTag])
        let any = try await api(
            .patch, Self.path, token: api.admin, headers: [.ifMatch: "*"], body: #"{"appleID": null}"#)
        #expect(any.status == .ok)
    }

    @Test func `every setting changes the entity tag, and a publish does not`() async throws {
        let api = try await API(publishes: false)
        var tags: Set<String> = [try #require(try await api(.get, Self.path, token: api.admin).headers[.eTag])]
        let (pin, own) = (try PrivateKey.generate().publicKey.base64, api.key.publicKey.base64)
        let changes = [
            #"{"bundleID": "com.example.other"}"#, #"{"appleID": 5}"#, #"{"platforms": ["tvos"]}"#,
            #"{"defaultLanguage": "fr"}"#, #"{"internalBuilds": "full"}"#, #"{"testFlightNotes": "none"}"#,
            #"{"storefronts": ["GB"]}"#, #"{"appleKeyID": "ABC"}"#, #"{"pins": [{"key": "\#(own)", "role": "root"}]}"#,
            #"{"pins": [{"key": "\#(pin)", "role": "root"}, {"key": "\#(own)", "role": "online"}]}"#,
        ]
        for change in changes {
            let response = try await api(.patch, Self.path, token: api.admin, body: change)
            #expect(response.status == .ok, "\(change)")
            #expect(tags.insert(response.headers[.eTag] ?? "").inserted, "\(change)")
        }
        let publishing = try await API(publishes: false)
        let before = try await publishing(.get, Self.path, token: publishing.admin).headers[.eTag]
        try await publishing.publish(Samples.policy, expecting: .nothingPublished)
        #expect(try await publishing(.get, Self.path, token: publishing.admin).headers[.eTag] == before)
    }

    @Test func `a new app is answered with its entity tag`() async throws {
        let api = try await API(publishes: false)
        let made = try await api(
            .post, "/v1/admin/apps", token: api.admin, body: #"{"slug": "trial", "bundleID": "com.example.trial"}"#)
        #expect(made.headers[.eTag] != nil)
        #expect(try await api(.get, "/v1/admin/apps/trial", token: api.admin).headers[.eTag] == made.headers[.eTag])
    }

    @Test func `a catalog is imported only if the stored one is the one that the author has seen`() async throws {
        let api = try await API(publishes: false)
        let path = "\(Self.path)/catalog"
        let none = try await api(.put, path, token: api.admin, headers: [.ifMatch: "*"], body: Samples.catalog)
        #expect(none.problem == "precondition-failed")
        let first = try await api(.put, path, token: api.admin, headers: [.ifNoneMatch: "*"], body: Samples.catalog)
        #expect(first.status == .ok)
        // The answer was lost, and the same request comes again.
        let again = try await api(.put, path, token: api.admin, headers: [.ifNoneMatch: "*"], body: Samples.catalog)
        #expect(again.status == .ok)
        #expect(try again.json["new"] == false)

        let next = Samples.catalog.replacing("2026-11-20", with: "2026-11-21")
        let tag = try #require(first.headers[.eTag])
        for headers in [[.ifNoneMatch: "*"], [.ifMatch: "\"x\""]] as [HTTPFields] {
            let late = try await api(.put, path, token: api.admin, headers: headers, body: next)
            #expect(late.status.code == 412, "\(headers)")
            #expect(try late.json["detail"]?.stringValue?.contains(tag) == true)
        }
        #expect(try await api(.get, path, token: api.admin).headers[.eTag] == tag)
        #expect(try await api(.put, path, token: api.admin, headers: [.ifMatch: tag], body: next).status == .ok)
    }

    @Test func `the preflight of a catalog shows the changes and stores nothing`() async throws {
        let api = try await API(publishes: false)
        let path = "\(Self.path)/catalog"
        let first = try await api(.post, "\(path)/preflight", token: api.admin, body: Samples.catalog)
        #expect(first.status == .ok)
        let json = try first.json
        #expect(json["changesNothing"] == false && json["basedOn"] == .null)
        #expect(json["diff"]?["releases"]?.arrayValue?.count == 2)
        #expect(json["catalog"]?["releases"]?.arrayValue?.count == 2)
        #expect(try await api(.get, path, token: api.admin).problem == "catalog-not-learnt")

        let stored = try await api(.put, path, token: api.admin, body: Samples.catalog)
        let second = try await api(.post, "\(path)/preflight", token: api.admin, body: Samples.catalog).json
        #expect(second["changesNothing"] == true && second["diff"]?["different"] == false)
        #expect(stored.headers[.eTag] == second["basedOn"]?.stringValue.map { "\"\($0)\"" })

        let bad = try await api(.post, "\(path)/preflight", token: api.admin, body: #"{"schema": 1}"#)
        #expect(bad.status.code == 400 || bad.status.code == 422)
        let foreign = Samples.catalog.replacing("hashtags", with: "birthdays")
        let other = try await api(.post, "\(path)/preflight", token: api.admin, body: foreign)
        #expect(foreign == Samples.catalog || other.problem == "wrong-app")
    }

    @Test func `a signed manifest is published only if the one in force is the one that the author has seen`()
        async throws
    {
        let api = try await API(publishes: false)
        let root = try PrivateKey.generate()
        _ = try await api.plane.apps.create(
            .init(
                slug: "birthdays", bundleID: "com.example.birthdays", pins: [PinnedKey(root.publicKey, role: .root)],
                signing: .ci), by: .server)
        let path = "/v1/admin/apps/birthdays/manifest"
        func signed(_ revision: Int) throws -> String {
            let draft = ManifestDraft(
                app: "birthdays", lineage: "birthdays", revision: revision, issuedAt: api.clock.now,
                policy: ["schema": 1, "rules": []])
            return String(decoding: try SignedManifest.sign(payload: draft.payload, keys: [root]), as: UTF8.self)
        }
        let (seven, eight, nine) = (try signed(7), try signed(8), try signed(9))
        let early = try await api(.put, path, token: api.admin, headers: [.ifMatch: "*"], body: seven)
        #expect(early.problem == "precondition-failed")
        let first = try await api(.put, path, token: api.admin, headers: [.ifNoneMatch: "*"], body: seven)
        #expect(first.status == .created)
        let digest = try #require(try first.json["digest"]?.stringValue)
        #expect(try await api(.put, path, token: api.admin, headers: [.ifNoneMatch: "*"], body: seven).status == .ok)
        #expect(try await api(.put, path, token: api.admin, body: eight).status == .created)
        let late = try await api(.put, path, token: api.admin, headers: [.ifMatch: "\"\(digest)\""], body: nine)
        #expect(late.problem == "precondition-failed")
        #expect(try late.json["detail"]?.stringValue?.contains("revision 8") == true)
        #expect(try await api(.put, path, token: api.admin, headers: [.ifMatch: "*"], body: nine).status == .created)
    }
}
