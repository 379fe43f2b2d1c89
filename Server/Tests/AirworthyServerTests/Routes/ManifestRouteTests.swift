import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct ManifestRouteTests {
    private static let path = "/v1/apps/hashtags/manifest"
    private static let caching = "public, max-age=30, stale-while-revalidate=300, stale-if-error=36000"

    @Test func `the envelope is served byte for byte`() async throws {
        let api = try await API()
        let head = try api.plane.served.app("hashtags").head
        let response = try await api(.get, Self.path)
        #expect(response.status == .ok)
        #expect(Array(buffer: response.body) == head.envelope)
        #expect(response.headers[.contentType] == "application/json")
        #expect(response.headers[.contentLength] == String(head.envelope.count))
        #expect(response.headers[.cacheControl] == Self.caching)
        #expect(response.headers[.vary] == "Accept-Encoding")
        #expect(response.headers[.eTag] == "\"\(head.digest)\"")
        #expect(response.headers[.contentEncoding] == nil)
        let pins = try await api.plane.apps.app("hashtags").trustPins
        let verified = try SignedManifest.verify(Array(buffer: response.body), pins: pins, now: api.clock.now).get()
        #expect(verified.manifest.revision == head.revision)
    }

    @Test func `HEAD has the headers of GET without a body`() async throws {
        let api = try await API()
        let (get, head) = (try await api(.get, Self.path), try await api(.head, Self.path))
        #expect(head.status == .ok)
        #expect(head.body.readableBytes == 0)
        #expect(head.headers == get.headers)
    }

    @Test func `gzip is sent if accepted and has an entity tag of its own`() async throws {
        let api = try await API(compress: { _ in [1, 2, 3] })
        let digest = try api.plane.served.app("hashtags").head.digest
        let zipped = try await api(.get, Self.path, headers: [.acceptEncoding: "gzip, br"])
        #expect(Array(buffer: zipped.body) == [1, 2, 3])
        #expect(zipped.headers[.contentEncoding] == "gzip")
        #expect(zipped.headers[.eTag] == "\"\(digest)-gz\"")
        #expect(zipped.headers[.vary] == "Accept-Encoding")
        let plain = try await api(.get, Self.path, headers: [.acceptEncoding: "gzip;q=0"])
        #expect(plain.headers[.contentEncoding] == nil)
        #expect(plain.headers[.eTag] == "\"\(digest)\"")
    }

    @Test func `an envelope that gzip does not shorten is sent plain`() async throws {
        let response = try await API()(.get, Self.path, headers: [.acceptEncoding: "gzip"])
        #expect(response.headers[.contentEncoding] == nil)
        #expect(response.headers[.vary] == "Accept-Encoding")
    }

    @Test(arguments: [
        (#""#, "%s", "%s"), ("", "W/%s", "%s"), ("", #""x", %s , "y""#, "%s"), ("", "*", "%s"), ("gzip", "%z", "%z"),
        ("gzip", "%s", "%s"), ("", "%z", "%z"), ("gzip", "%s, %z", "%z"),
    ])
    func `a matching If-None-Match gets a 304 with the caching headers`(
        accept: String, condition: String, tag: String
    ) async throws {
        let api = try await API(compress: { _ in [1] })
        let digest = try api.plane.served.app("hashtags").head.digest
        let fill = { (text: String) in
            text.split(separator: "%", omittingEmptySubsequences: false).enumerated().map { offset, part in
                guard offset > 0, let first = part.first else { return String(part) }
                return (first == "s" ? "\"\(digest)\"" : "\"\(digest)-gz\"") + part.dropFirst()
            }.joined()
        }
        let response = try await api(
            .get, Self.path, headers: [.acceptEncoding: accept, .ifNoneMatch: fill(condition)])
        #expect(response.status == .notModified)
        #expect(response.body.readableBytes == 0)
        #expect(response.headers[.eTag] == fill(tag))
        #expect(response.headers[.cacheControl] == Self.caching)
        #expect(response.headers[.vary] == "Accept-Encoding")
        #expect(response.headers[.contentLength] == nil)
    }

    @Test(arguments: [#""other""#, "garbage", ""])
    func `another If-None-Match gets the envelope`(condition: String) async throws {
        let response = try await API()(.get, Self.path, headers: [.ifNoneMatch: condition])
        #expect(response.status == .ok)
    }

    @Test func `a publish is served at once`() async throws {
        let api = try await API()
        let before = try await api(.get, Self.path).headers[.eTag]
        let tag = try await api.plane.publishing.currentPolicy(of: "hashtags").entityTag
        try await api.publish(Samples.calmPolicy, expecting: .matches([tag]))
        #expect(try await api(.get, Self.path).headers[.eTag] != before)
    }

    @Test func `an invalid token does not prevent reading a manifest`() async throws {
        let response = try await API()(.get, Self.path, token: "pub_revoked")
        #expect(response.status == .ok)
    }

    @Test func `an unavailable manifest is a problem that is not cached`() async throws {
        let api = try await API(publishes: false)
        let cases: [(String, Int, String)] = [
            (Self.path, 404, "nothing-published"), ("/v1/apps/nobody/manifest", 404, "not-found"),
            ("/v1/apps/HASHTAGS/manifest", 404, "not-found"), ("/v1/apps/%2e%2e/manifest", 404, "not-found"),
            ("/v1/apps/%ff/manifest", 404, "not-found"),
        ]
        for (path, status, problem) in cases {
            let response = try await api(.get, path)
            #expect(response.status.code == status, "\(path)")
            #expect(response.problem == problem, "\(path)")
            #expect(response.headers[.cacheControl] == "no-store", "\(path)")
        }
        try await api.plane.apps.delete("hashtags", by: .server)
        let gone = try await api(.get, Self.path)
        #expect(gone.status == .gone)
        #expect(gone.problem == "gone")
    }

    @Test func `a degraded app is a 503 with its reason`() async throws {
        let api = try await API()
        let stranger = try PrivateKey.generate()
        await api.plane.housekeeping.replaceSigner(keys: [try PrivateKey.generate()], keyring: nil)
        _ = try await api.plane.apps.update("hashtags", by: .server) {
            $0.pins = [PinnedKey(stranger.publicKey, role: .root)]
        }
        let cases: [(HTTPRequest.Method, String)] = [
            (.get, Self.path), (.get, "/v1/apps/hashtags/decision?version=1"),
            (.get, "/v1/apps/hashtags/features?version=1"),
        ]
        for (method, path) in cases {
            let response = try await api(method, path)
            #expect(response.status == .serviceUnavailable, "\(path)")
            #expect(response.problem == "degraded", "\(path)")
        }
    }
}
