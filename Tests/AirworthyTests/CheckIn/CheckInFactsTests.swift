import Airworthy
import AirworthyPolicy
import Foundation
import Testing

@Suite struct CheckInFactsTests {
    private func facts(
        _ platform: Platform = .ios, version: String = "2.2.1", build: String? = "310", channel: Channel = .appstore,
        os: String? = "iOS 17.4.1", storefront: String? = "JPN"
    ) -> String? {
        CheckInFacts(
            Installation(
                platform: platform, version: version, build: build.flatMap { try? BuildNumber($0) }, channel: channel,
                os: os.flatMap(OperatingSystem.init), language: "ja",
                storefront: storefront.flatMap(Storefront.init), installID: "secret", attributes: ["plan": "team"])
        )?.jsonValue().jsonText()
    }

    @Test func `facts have the form in which the server counts them`() {
        #expect(
            facts() == """
                {"build":"310","channel":"appstore","os":"17.4","platform":"ios","storefront":"JP","version":"2.2.1"}
                """)
        #expect(
            facts(.macos, build: nil, channel: .testflight(.external), os: "macOS 15", storefront: nil) == """
                {"channel":"testflight.external","os":"15","platform":"macos","version":"2.2.1"}
                """)
    }

    @Test(arguments: [
        (Channel.marketplace("com.example.store"), "marketplace:com.example.store"), (.marketplace(nil), "marketplace"),
        (.marketplace("a b\u{7}"), "marketplace"), (.marketplace(String(repeating: "a", count: 65)), "marketplace"),
        (.other("pigeon"), "unknown"), (.unknown, "unknown"), (.debug, "debug"), (.adhoc, "adhoc"),
    ])
    func `channels go by their name, without the odd name of a marketplace`(_ channel: Channel, _ name: String) throws {
        #expect(try #require(facts(channel: channel)).contains(#""channel":"\#(name)""#))
    }

    @Test func `facts that cannot be counted are left out`() throws {
        let long = String(repeating: "1", count: 33)
        #expect(facts(.other("linux")) == nil)
        #expect(facts(version: "two") == nil)
        #expect(facts(version: long) == nil)
        #expect(try !#require(facts(build: long)).contains("build"))
        #expect(try !#require(facts(os: "macOS 15.1")).contains("\"os\""), "the system of another platform")
    }

    @Test func `stored facts are read as they were written, and broken ones not at all`() throws {
        let known = try #require(
            CheckInFacts(
                Installation(
                    platform: .tvos, version: "1.0", build: try BuildNumber("7"), channel: .web,
                    os: OperatingSystem("tvOS 18.2"), storefront: Storefront("US"))))
        #expect(CheckInFacts(known.jsonValue()) == known)
        let hostile: [JSONValue] = [
            [], "x", [:], ["platform": "ios"], ["platform": "ios", "version": "x", "channel": "web"],
            ["platform": "car", "version": "1", "channel": "web"], ["platform": 1, "version": "1", "channel": "web"],
        ]
        for json in hostile { #expect(CheckInFacts(json) == nil, "\(json)") }
    }
}
