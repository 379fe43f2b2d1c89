import AirworthyPolicy
import ControlPlane
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AirworthyServer

/// The policy in force for clients that know nothing but their own format.
@Suite(.timeLimit(.minutes(5))) struct OldClientRouteTests {
    private static let path = "/v1/apps/hashtags/config.json"
    private static let caching = "public, max-age=30, stale-while-revalidate=300, stale-if-error=36000"
    private static let policy = """
        {"schema": 1, "app": "hashtags", "appleID": 6504763618, "rules": [
         {"id": "bad", "when": {"version": "2.2.0"}, "update": "required"},
         {"id": "nudge", "when": {"version": "<latest"}, "update": "recommended"}]}
        """

    /// The model of a client in the field, in which only the exact versions may be missing.
    private struct Config: Decodable {
        let url: String
        let version: String
        let minimum_version: String
        let specific_versions: [String]?
    }

    private static func api() async throws -> API {
        let api = try await API()
        let tag = try await api.plane.publishing.currentPolicy(of: "hashtags").entityTag
        try await api.publish(policy, expecting: .matches([tag]))
        return api
    }

    @Test func `old clients get the rules that their format can say`() async throws {
        let api = try await Self.api()
        let response = try await api(.get, Self.path)
        #expect(response.status == .ok)
        #expect(response.headers[.cacheControl] == Self.caching)
        #expect(response.headers[.contentType] == "application/json")
        let config = try JSONDecoder().decode(Config.self, from: Data(Array(buffer: response.body)))
        #expect(config.url == "https://apps.apple.com/app/id6504763618")
        #expect(config.version == "0" && config.minimum_version == "0" && config.specific_versions == ["2.2.0"])
        let prince = try await api(.get, "/v1/apps/hashtags/prince-of-versions.json")
        #expect(prince.status == .ok)
        #expect(try prince.json["ios2"]?.arrayValue?.isEmpty == false)
    }

    @Test func `a client that has the file gets a 304, and a new file after a publish`() async throws {
        let api = try await Self.api()
        let tag = try #require(try await api(.get, Self.path).headers[.eTag])
        let known = try await api(.get, Self.path, headers: [.ifNoneMatch: tag])
        #expect(known.status == .notModified && known.body.readableBytes == 0)
        #expect(known.headers[.eTag] == tag && known.headers[.cacheControl] == Self.caching)
        let policyTag = try await api.plane.publishing.currentPolicy(of: "hashtags").entityTag
        try await api.publish(
            Self.policy.replacingOccurrences(of: "2.2.0", with: "2.1.0"), expecting: .matches([policyTag]))
        let changed = try await api(.get, Self.path, headers: [.ifNoneMatch: tag])
        #expect(changed.status == .ok)
        #expect(try changed.json["specific_versions"] == ["2.1.0"])
    }

    @Test(arguments: [
        ("/v1/apps/hashtags/config.json?platform=ios", 200), ("/v1/apps/hashtags/config.json?platform=macOS", 200),
        ("/v1/apps/hashtags/prince-of-versions.json?platform=tvos", 404),
        ("/v1/apps/hashtags/config.json?platform=plan9", 400),
        ("/v1/apps/hashtags/config.json?platform=%00%22%3Cscript%3E", 400),
        ("/v1/apps/hashtags/config.json?platform=ios&platform=ios", 400), ("/v1/apps/hashtags/config.json?app=x", 200),
        ("/v1/apps/nobody/config.json", 404), ("/v1/apps/hashtags/config.json/x", 404),
        ("/v1/apps/..%2Fhashtags/config.json", 404),
    ])
    func `hostile requests get an answer like others`(_ path: String, _ status: Int) async throws {
        let response = try await Self.api()(.get, path)
        #expect(response.status.code == status)
        #expect(!response.text.contains("<script>"))
    }

    @Test func `other methods are not allowed`() async throws {
        #expect(try await Self.api()(.post, Self.path, body: "{}").status == .methodNotAllowed)
    }
}
