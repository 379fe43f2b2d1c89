import AirworthyPolicy
import Foundation
import OutgoingHTTP
import ReleaseCatalog
import Testing

@testable import AppStoreConnect

@Suite(.timeLimit(.minutes(5))) struct BuildsTests {
    /// The example of Apple's schema, with attributes that were observed besides.
    private let page = """
        {"data":[{"type":"builds","id":"9f0c","attributes":{"version":"225","uploadedDate":"2026-04-30T17:16:21-07:00",
          "expirationDate":"2026-07-29T17:16:21.5Z","expired":false,"minOsVersion":"16.0","processingState":"VALID",
          "lsMinimumSystemVersion":null,"computedMinMacOsVersion":"13.0","computedMinVisionOsVersion":"1.0",
          "buildAudienceType":"APP_STORE_ELIGIBLE","ofNextYear":{"a":[1]}},
          "relationships":{"preReleaseVersion":{"data":{"type":"preReleaseVersions","id":"77"}},
           "buildBetaDetail":{"data":{"type":"buildBetaDetails","id":"d1"}},
           "betaBuildLocalizations":{"meta":{"paging":{"total":3,"limit":50}},"data":[
             {"type":"betaBuildLocalizations","id":"l1"},{"type":"betaBuildLocalizations","id":"l2"},
             {"type":"betaBuildLocalizations","id":"l3"}]},
           "betaGroups":{"meta":{"paging":{"total":2,"limit":50}},
             "data":[{"type":"betaGroups","id":"g1"},{"type":"betaGroups","id":"g2"}]}},
          "links":{"self":"https://api.appstoreconnect.apple.com/v1/builds/9f0c"}}],
         "included":[{"type":"preReleaseVersions","id":"77","attributes":{"version":"3.3.0","platform":"IOS"}},
          {"type":"buildBetaDetails","id":"d1","attributes":{"internalBuildState":"IN_BETA_TESTING",
            "externalBuildState":"OF_NEXT_YEAR"}},
          {"type":"betaBuildLocalizations","id":"l1","attributes":{"locale":"en-US","whatsNew":"Try it."}},
          {"type":"betaBuildLocalizations","id":"l2","attributes":{"locale":"ja","whatsNew":null}},
          {"type":"betaBuildLocalizations","id":"l3","attributes":{"locale":"de-DE","whatsNew":"Probier es."}},
          {"type":"betaGroups","id":"g1","attributes":{"name":"Team","isInternalGroup":true,"hasAccessToAllBuilds":true,
            "publicLinkEnabled":null,"publicLink":null}}],
         "links":{"self":"x"},"meta":{"paging":{"total":1,"limit":200}}}
        """

    @Test func `a build is joined with its included version, states, groups and notes`() async throws {
        let script = Script(.json(page))
        let listing = try await script.client().builds(app: "12")
        var expected = TestFlightBuild(
            id: "9f0c", platform: .ios, version: try AppVersion("3.3.0"), number: try BuildNumber("225"))
        expected.uploadedAt = Timestamp.parse("2026-05-01T00:16:21Z")
        expected.expiresAt = Timestamp.parse("2026-07-29T17:16:21.500Z")
        expected.minimumOS = try AppVersion("16.0")
        expected.processingState = "VALID"
        expected.audienceType = "APP_STORE_ELIGIBLE"
        expected.internalState = "IN_BETA_TESTING"
        expected.externalState = "OF_NEXT_YEAR"
        expected.groups = [
            BetaGroup(id: "g1", name: "Team", isInternal: true, hasAccessToAllBuilds: true), BetaGroup(id: "g2"),
        ]
        expected.notes = LocalizedText(["en-US": "Try it.", "de-DE": "Probier es."])
        #expect(listing.items == [expected])
        #expect(script.requests.count == 1)
    }

    @Test func `the request for builds includes every relationship that is read`() async throws {
        let script = Script(.emptyList)
        _ = try await script.client().builds(app: "1 2&3")
        let url = try #require(script.urls.first)
        let query = try #require(URLComponents(string: url)?.queryItems)
        #expect(
            url.hasPrefix(
                "https://api.appstoreconnect.apple.com/v1/builds?filter%5Bapp%5D=1%202%263&sort=-uploadedDate&"))
        let values = Dictionary(query.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        #expect(values.count == query.count)
        #expect(values["include"] == "preReleaseVersion,buildBetaDetail,betaGroups,betaBuildLocalizations")
        #expect(values["limit"] == "200")
        #expect(values["limit[betaGroups]"] == "50")
        #expect(values["limit[betaBuildLocalizations]"] == "50")
        // A relationship that is left out of the fields is left out of the response.
        let fields = Set(try #require(values["fields[builds]"]).split(separator: ",").map(String.init))
        #expect(fields.isSuperset(of: try #require(values["include"]).split(separator: ",").map(String.init)))
    }

    @Test(
        arguments: [
            #"{"type":"builds","id":"b"}"#, #"{"type":"builds","id":"b","attributes":null,"relationships":null}"#,
            #"{"type":"builds","id":"b","attributes":{"version":null,"expired":"no","uploadedDate":"yesterday"},"#
                + #""relationships":{"betaGroups":{"links":{}},"#
                + #""preReleaseVersion":{"data":null},"buildBetaDetail":[]}}"#,
            #"{"type":"builds","id":"b","attributes":[],"#
                + #""relationships":{"betaGroups":7,"preReleaseVersion":{"data":7}}}"#,
            #"{"type":"builds","id":"b","attributes":{"version":"225"},"#
                + #""relationships":{"preReleaseVersion":{"data":{"type":"preReleaseVersions","id":"absent"}}}}"#,
            #"{"type":"builds","id":"b","attributes":{"version":"225","minOsVersion":"sixteen"},"#
                + #""relationships":{"preReleaseVersion":{"data":{"type":"preReleaseVersions","id":"77"}}}}"#,
        ])
    func `a build without a readable version, number or platform is listed as unreadable`(
        _ build: String
    ) async throws {
        let version = #"{"type":"preReleaseVersions","id":"77","attributes":{"version":"3.3.0","platform":"IOS"}}"#
        let script = Script(.json(#"{"data":[\#(build)],"included":[7,{},\#(version)]}"#))
        let listing = try await script.client().builds(app: "12")
        #expect(listing.items.isEmpty)
        #expect(listing.unreadable == ["b"])
        #expect(listing.isComplete)
    }

    @Test(
        arguments: [
            #""version":"225""#,
            #""version":"225","expired":"no","uploadedDate":"yesterday","expirationDate":7,"processingState":null"#,
        ])
    func `absent and malformed attributes of a build stay unknown`(_ attributes: String) async throws {
        let build = Self.build(attributes: attributes, relationships: #""betaGroups":7,"buildBetaDetail":[]"#)
        let listing = try await Script(.json(#"{"data":[\#(build)],"included":[\#(Self.version)]}"#)).client()
            .builds(app: "12")
        var expected = TestFlightBuild(
            id: "b", platform: .ios, version: try AppVersion("3.3.0"), number: try BuildNumber("225"))
        expected.hasAllGroups = false
        #expect(listing.items == [expected])
        #expect(listing.unreadable.isEmpty)
    }

    @Test func `included resources that are absent stay unknown`() async throws {
        let relationships =
            #""buildBetaDetail":{"data":{"type":"buildBetaDetails","id":"absent"}},"#
            + #""betaBuildLocalizations":{"data":[{"type":"betaBuildLocalizations","id":"absent"}]},"#
            + #""betaGroups":{"data":[{"type":"betaGroups","id":"g1"},{"type":"betaGroups","id":"g2"}]}"#
        let build = Self.build(relationships: relationships)
        let script = Script(.json(#"{"data":[\#(build)],"included":[\#(Self.version)]}"#))
        let found = try #require(try await script.client().builds(app: "12").items.first)
        #expect(found.internalState == nil)
        #expect(found.notes == nil)
        #expect(found.groups == [BetaGroup(id: "g1"), BetaGroup(id: "g2")])
    }

    @Test(
        arguments: zip(
            [
                #""meta":{"paging":{"total":51,"limit":1}},"#, #""meta":{"paging":{"limit":1}},"#,
                #""meta":{"paging":{"total":1,"limit":1}},"#, "",
            ], [true, true, false, false]))
    func `groups that were cut off a build are fetched`(_ meta: String, _ isMore: Bool) async throws {
        let build = Self.build(
            id: "9f/0c", relationships: #""betaGroups":{\#(meta)"data":[{"type":"betaGroups","id":"g1"}]}"#)
        let script = Script(
            .json(#"{"data":[\#(build)],"included":[\#(Self.version)]}"#),
            .json(#"{"data":[{"type":"betaGroups","id":"g1"},{"type":"betaGroups","id":"g2"}]}"#))
        let found = try #require(try await script.client().builds(app: "12").items.first)
        #expect(found.groups.map(\.id) == (isMore ? ["g1", "g2"] : ["g1"]))
        #expect(found.hasAllGroups)
        #expect(script.requests.count == (isMore ? 2 : 1))
        if isMore { #expect(script.urls[1].contains("/v1/betaGroups?filter%5Bbuilds%5D=9f%2F0c&")) }
    }

    @Test func `a listing fetches the cut-off groups of at most ten builds`() async throws {
        let build = Self.build(
            id: "%",
            relationships: #""betaGroups":{"meta":{"paging":{"total":60,"limit":50}},"#
                + #""data":[{"type":"betaGroups","id":"g1"}]}"#)
        let builds = (0..<40).map { build.replacing("%", with: "b\($0)") }.joined(separator: ",")
        let script = Script(
            .json(#"{"data":[\#(builds)],"included":[\#(Self.version)]}"#),
            .json(#"{"data":[{"type":"betaGroups","id":"g1"}]}"#))
        let listing = try await script.client().builds(app: "12")
        #expect(script.requests.count == 1 + AppStoreConnectClient.mostRegrouped)
        #expect(listing.items.count { $0.hasAllGroups } == AppStoreConnectClient.mostRegrouped)
    }

    @Test(
        arguments: zip(
            [
                "2019-04-30T17:16:21-07:00", "2025-05-08T01:29:36.16Z", "2025-07-10T22:35:02.541411Z",
                "2025-04-16T05:00:52.745Z", "2025-04-16T05:00:52Z",
            ],
            [
                "2019-05-01T00:16:21Z", "2025-05-08T01:29:36.160Z", "2025-07-10T22:35:02.541Z",
                "2025-04-16T05:00:52.745Z", "2025-04-16T05:00:52Z",
            ]))
    func `dates are read in every form that Apple writes`(_ text: String, _ expected: String) async throws {
        let build = Self.build(attributes: #""version":"225","uploadedDate":"\#(text)""#)
        let script = Script(.json(#"{"data":[\#(build)],"included":[\#(Self.version)]}"#))
        let date = try #require(try await script.client().builds(app: "12").items.first?.uploadedAt)
        #expect(Timestamp.format(date) == expected)
    }

    @Test func `builds are found by number and by version`() async throws {
        let script = Script(.emptyList)
        let client = try script.client()
        _ = try await client.builds(app: "12", number: "225")
        _ = try await client.builds(app: "12", version: "3.3.0")
        #expect(script.urls[0].contains("filter%5Bversion%5D=225&"))
        #expect(script.urls[1].contains("filter%5BpreReleaseVersion.version%5D=3.3.0&"))
    }

    private static let version =
        #"{"type":"preReleaseVersions","id":"77","attributes":{"version":"3.3.0","platform":"IOS"}}"#

    /// A build of the version above, as Apple lists it.
    private static func build(
        id: String = "b", attributes: String = #""version":"225""#, relationships: String = #""betaGroups":7"#
    ) -> String {
        #"{"type":"builds","id":"\#(id)","attributes":{\#(attributes)},"relationships":{\#(relationships),"#
            + #""preReleaseVersion":{"data":{"type":"preReleaseVersions","id":"77"}}}}"#
    }
}
