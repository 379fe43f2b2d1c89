import AirworthySupport
import Foundation
import OutgoingHTTP
import ReleaseCatalog
import Testing

@testable import AppStoreConnect

@Suite(.timeLimit(.minutes(5))) struct PagesTests {
    private func page(_ ids: [String], next: String?) -> Script.Answer {
        let data = ids.map { #"{"type":"betaGroups","id":"\#($0)","attributes":{"name":"n"}}"# }.joined(separator: ",")
        return .json(#"{"data":[\#(data)],"links":{"self":"s","next":\#(next.map { "\"\($0)\"" } ?? "null")}}"#)
    }

    @Test func `pages are read to the end, and each resource is listed once`() async throws {
        let script = Script(
            page(["a", "b"], next: "https://api.appstoreconnect.apple.com/v1/betaGroups?cursor=1&limit=200"),
            page(["b", "c"], next: "/v1/betaGroups?cursor=2"), page(["d"], next: nil))
        let listing = try await script.client().betaGroups(build: "12")
        #expect(listing.items.map(\.id) == ["a", "b", "c", "d"])
        #expect(listing.isComplete)
        #expect(
            script.urls.dropFirst() == [
                "https://api.appstoreconnect.apple.com/v1/betaGroups?cursor=1&limit=200",
                "https://api.appstoreconnect.apple.com/v1/betaGroups?cursor=2",
            ])
    }

    @Test(
        arguments: [
            "https://evil.example/v1/builds?cursor=1", "http://api.appstoreconnect.apple.com/v1/builds?cursor=1",
            "https://api.appstoreconnect.apple.com:8443/v1/builds",
            "https://api.appstoreconnect.apple.com.evil.example/v1/x",
            "https://u:p@api.appstoreconnect.apple.com/v1/builds",
            "https://api.appstoreconnect.apple.com@evil.example/v1/x",
            "//evil.example/v1/builds", "ftp://api.appstoreconnect.apple.com/v1/builds", "builds?cursor=1", "",
            "https://api.appstoreconnect.apple.com/iris/v1/builds", "https://api.appstoreconnect.apple.com/v1/../iris",
            "https://api.appstoreconnect.apple.com/v1/%2e%2E/iris", "/v1/..%2f../iris", "\\\\evil.example\\v1",
            "https://api.appstoreconnect.apple.com\\\\@evil.example/v1/x",
            "https://api.appstoreconnect.apple.com/v1/x#f",
            "https://api.appstoreconnect.apple.com/v1/a b", "javascript:alert(1)",
        ])
    func `a link to another host or path is not followed`(_ next: String) async throws {
        let script = Script(page(["a"], next: next))
        let client = try script.client()
        let error = await #expect(throws: AppStoreConnectError.self) { try await client.betaGroups(build: "12") }
        #expect(error?.kind == .malformed)
        #expect(script.requests.count == 1)
    }

    @Test func `a path in the base URL stays in the requests`() async throws {
        let good = "http://127.0.0.1:9/connect/v1/betaGroups?cursor=1"
        let script = Script(page(["a"], next: good), page(["b"], next: "/connect/v2/b"), page(["c"], next: "/v1/b"))
        let client = try script.client(baseURL: "http://127.0.0.1:9/connect/")
        let error = await #expect(throws: AppStoreConnectError.self) { try await client.betaGroups(build: "12") }
        #expect(error?.kind == .malformed)
        #expect(script.urls.dropFirst() == [good, "http://127.0.0.1:9/connect/v2/b"])
    }

    @Test(
        arguments: [
            "", "apple.example", "ftp://apple.example", "https://", "https://a b", "https://u@apple.example",
            "https://apple.example?x=1", "https://apple.example#x", "https://apple.example:0",
            "https://apple.example/../x",
        ])
    func `a client is not created with an invalid URL`(_ text: String) {
        let error = #expect(throws: AppStoreConnectError.self) { try Script().client(baseURL: text) }
        #expect(error?.kind == .invalidRequest)
    }

    @Test func `a page that links to itself ends the reading with an error`() async throws {
        let script = Script(page(["a"], next: "/v1/betaGroups?cursor=1"))
        let client = try script.client()
        let error = await #expect(throws: AppStoreConnectError.self) { try await client.betaGroups(build: "12") }
        #expect(error?.kind == .malformed)
        #expect(script.requests.count == 2)
    }

    @Test func `a listing ends after fifty pages and is marked as incomplete`() async throws {
        let script = Script((0..<60).map { page(["g\($0)"], next: "/v1/betaGroups?cursor=\($0)") })
        let listing = try await script.client().betaGroups(build: "12")
        #expect(!listing.isComplete)
        #expect(listing.items.count == AppStoreConnectClient.mostPages)
        #expect(script.requests.count == AppStoreConnectClient.mostPages)
    }

    @Test func `an unreadable page fails the whole listing`() async throws {
        let script = Script(page(["a"], next: "/v1/betaGroups?cursor=1"), .json(#"{"data":[{"ty"#))
        let client = try script.client()
        await #expect(throws: AppStoreConnectError.self) { try await client.betaGroups(build: "12") }
    }

    @Test func `builds uploaded before the date and their pages are left out`() async throws {
        func builds(_ dates: [String], _ next: String) -> Script.Answer {
            let data = dates.map {
                #"{"type":"builds","id":"\#($0)","attributes":{"version":"1","uploadedDate":"\#($0)"},"#
                    + #""relationships":{"preReleaseVersion":{"data":{"type":"preReleaseVersions","id":"77"}}}}"#
            }
            return .json(
                #"{"data":[\#(data.joined(separator: ","))],"links":{"next":"\#(next)"},"included":"#
                    + #"[{"type":"preReleaseVersions","id":"77","attributes":{"version":"1.0","platform":"IOS"}}]}"#)
        }
        let script = Script(
            builds(["2026-11-20T00:00:00Z", "2026-11-10T00:00:00Z"], "/v1/builds?cursor=1"),
            builds(["2026-11-05T00:00:00Z", "2026-10-31T23:59:59Z"], "/v1/builds?cursor=2"))
        let since = try #require(HTTPDate.parse("Sun, 01 Nov 2026 00:00:00 GMT"))
        let listing = try await script.client().builds(app: "12", uploadedSince: since)
        #expect(listing.items.map(\.id) == ["2026-11-20T00:00:00Z", "2026-11-10T00:00:00Z", "2026-11-05T00:00:00Z"])
        #expect(listing.isComplete)
        #expect(script.requests.count == 2)
    }
}
