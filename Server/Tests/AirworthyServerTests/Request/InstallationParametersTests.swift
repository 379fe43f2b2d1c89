import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import Foundation
import HTTPTypes
import Testing

@testable import AirworthyServer

@Suite struct InstallationParametersTests {
    private static let app = App(
        slug: "hashtags", bundleID: "com.example.hashtags", platforms: [.macos, .ios], pins: [],
        createdAt: Date(timeIntervalSince1970: 0))

    private func query(_ text: String) throws -> Installation {
        try InstallationParameters.parse(query: text).parameters.installation(for: Self.app)
    }

    private func body(_ text: String) throws -> Installation {
        let object = try InputObject(try InputObject.parse(Array(text.utf8)), known: nil)
        return try InstallationParameters.parse(body: object).installation(for: Self.app)
    }

    @Test func `a query and a body give the same installation`() throws {
        let expected = Installation(
            platform: .ios, version: "2.2.0", build: try BuildNumber("300"), channel: .testflight(.external),
            os: OperatingSystem("iOS 17.4"), language: "ja", storefront: Storefront("JP"), installID: "x y",
            attributes: ["plan": "pro", "seats": 5, "trial": true, "five": "5", "odd name": "a=b"])
        #expect(
            try query(
                "version=2.2.0&build=300&platform=iOS&channel=testflight.external&os=iOS%2017.4&storefront=jpn"
                    + "&language=ja&installID=x+y&attribute.plan=pro&attribute.seats=5&attribute.trial=true"
                    + "&attribute.five=%225%22&attribute.odd%20name=a=b&utm_source=x") == expected)
        #expect(
            try body(
                """
                {"version": "2.2.0", "build": "300", "platform": "iOS", "channel": "testflight.external",
                 "os": "iOS=17.4", "storefront": "jp", "language": "ja", "installID": "x y", "unknown": {"a": []},
                 "attributes": {"plan": "pro", "seats": 5, "trial": true, "five": "5", "odd name": "a=b"}}
                """) == expected)
    }

    @Test func `absent values are unknown`() throws {
        let installation = try query("version=2.2.0")
        #expect(installation == Installation(platform: .macos, version: "2.2.0", channel: .unknown))
        #expect(try body(#"{"version": "2.2.0", "build": null, "attributes": null}"#) == installation)
    }

    @Test(arguments: [
        ("", "version"), ("version=", "version"), ("version=two", "version"), ("version=v1", "version"),
        ("version=1&build=", "build"), ("version=1&build=1-b", "build"), ("version=1&platform=iso", "platform"),
        ("version=1&channel=app-store", "channel"), ("version=1&channel=", "channel"), ("version=1&os=17.4", "os"),
        ("version=1&os=iOS", "os"), ("version=1&os=Windows%2011", "os"), ("version=1&storefront=Japan", "storefront"),
        ("version=1&storefront=XXX", "storefront"), ("version=1&language=", "language"),
        ("version=1&installID=", "installID"), ("version=1&explain=maybe", "explain"),
        ("version=1&attribute.=x", "attribute."), ("version=1&attribute.a=1&attribute.a=2", "attribute.a"),
        ("version=1%00", "version"), ("version=1&language=%ff", "language"),
        ("version=1&attribute.a=%07", "attribute.a"),
    ])
    func `an invalid query parameter is named`(query: String, name: String) {
        let problem = #expect(throws: HTTPProblem.self) { try self.query(query) }
        #expect(problem?.parameter == name)
        #expect(problem?.status.code == 400)
    }

    @Test(arguments: [
        ("{}", "/version"), (#"{"version": 2}"#, "/version"), (#"{"version": "x"}"#, "/version"),
        (#"{"version": "1", "build": 310}"#, "/build"), (#"{"version": "1", "channel": "x"}"#, "/channel"),
        (#"{"version": "1", "os": "x"}"#, "/os"), (#"{"version": "1", "language": "\u0007"}"#, "/language"),
        (#"{"version": "1", "attributes": []}"#, "/attributes"),
        (#"{"version": "1", "attributes": {"a/b": []}}"#, "/attributes/a~1b"),
        (#"{"version": "1", "attributes": {"a": null}}"#, "/attributes/a"),
    ])
    func `an invalid member has a pointer`(text: String, pointer: String) {
        let problem = #expect(throws: HTTPProblem.self) { try body(text) }
        #expect(problem?.pointer == pointer)
        #expect(problem?.status.code == 400)
    }

    @Test(arguments: [("é", 256), ("e\u{301}", 128)])
    func `an install id has at most 256 code points`(character: String, count: Int) throws {
        let longest = String(repeating: character, count: count)
        #expect(try query("version=1&installID=\(longest)").installID == longest)
        #expect(throws: HTTPProblem.self) { try query("version=1&installID=\(longest)x") }
    }

    @Test(arguments: [
        ("true", JSONValue.bool(true)), ("false", false), ("5", 5), ("-1.5", -1.5), ("\"5\"", "5"), ("5x", "5x"),
        ("true!", "true!"), ("null", "null"), ("[1]", "[1]"), ("{}", "{}"), ("", ""), ("\"", "\""), ("text", "text"),
        ("007", "007"),
    ])
    func `attributes in a query are typed as on the command line`(text: String, value: JSONValue) throws {
        let encoded = text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(try query("version=1&attribute.a=\(encoded)").attributes == ["a": value])
    }

    @Test func `an unknown platform is accepted if the app lists it`() throws {
        var app = Self.app
        app.platforms = [.other("carplayos")]
        let parameters = try InstallationParameters.parse(query: "version=1&platform=CarPlayOS").parameters
        #expect(try parameters.installation(for: app).platform == .other("carplayos"))
        #expect(throws: HTTPProblem.self) { try parameters.installation(for: Self.app) }
    }
}
