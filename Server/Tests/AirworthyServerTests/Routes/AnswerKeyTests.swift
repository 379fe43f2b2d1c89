import AirworthyPolicy
import ControlPlane
import Foundation
import Testing

@testable import AirworthyServer

@Suite struct AnswerKeyTests {
    private static let app = App(
        slug: "hashtags", bundleID: "com.example.hashtags", platforms: [.ios, .macos], pins: [],
        createdAt: Date(timeIntervalSince1970: 0))

    private func installation(_ query: String) throws -> Installation {
        try InstallationParameters.parse(query: query).parameters.installation(for: Self.app)
    }

    private func key(_ query: String) throws -> AnswerKey? {
        SharedInstallation(try installation(query)).map { AnswerKey(app: "hashtags", question: .decision($0)) }
    }

    @Test(arguments: [
        "version=1.2&channel=appstore&language=en-us&storefront=JP&platform=ios&os=iOS%2017.4&x=1",
        "version=1.2&channel=appstore&language=en-us&storefront=JP&platform=ios&os=iOS%2017.4&x=2&y",
        "platform=ios&os=iOS%2017.4&channel=appstore&language=en-us&storefront=JP&version=1.2",
        "v%65rsion=1.%32&channel=%61ppstore&language=en-us&storefront=JP&platform=ios&os=iOS+17.4",
        "version=1.2&channel=appstore&language=EN_us&storefront=jpn&platform=iPadOS&os=ios=17.4.0",
        "version=%201.2%20&channel=appstore&language=en-US&storefront=jp&os=IOS%2017.04",
    ])
    func `the spelling of a request is not part of its key`(query: String) throws {
        let plain = "version=1.2&channel=appstore&language=en-us&storefront=JP&platform=ios&os=iOS%2017.4"
        #expect(try key(query) == key(plain))
    }

    @Test(arguments: [
        "version=1.3&build=5", "version=1.2&build=6", "version=1.2.0&build=5", "version=1.2&build=05",
        "version=1.2&build=5&channel=appstore", "version=1.2&build=5&platform=macos", "version=1.2&build=5&os=iOS%2017",
        "version=1.2&build=5&language=en", "version=1.2&build=5&storefront=JP", "version=1.2",
    ])
    func `every fact of an installation is part of the key`(query: String) throws {
        #expect(try key(query) != key("version=1.2&build=5"))
    }

    @Test func `apps and questions have keys of their own`() throws {
        let shared = try #require(SharedInstallation(try installation("version=1.2")))
        let keys: [AnswerKey] = [
            AnswerKey(app: "a", question: .decision(shared)), AnswerKey(app: "b", question: .decision(shared)),
            AnswerKey(app: "a", question: .features(shared)), AnswerKey(app: "a", question: .latestRelease(shared)),
            AnswerKey(app: "a", question: .releases(platform: nil, channel: nil)),
            AnswerKey(app: "a", question: .latestBuild(.internal, platform: .ios, language: nil)),
            AnswerKey(app: "a", question: .latestBuild(.external, platform: .ios, language: nil)),
            AnswerKey(app: "a", question: .builds(number: nil, version: nil, platform: .ios, language: nil)),
        ]
        #expect(Set(keys).count == keys.count)
    }

    @Test(arguments: ["version=1.2&installID=x", "version=1.2&attribute.plan=pro"])
    func `an installation with an id or attributes has no key`(query: String) throws {
        #expect(try key(query) == nil)
    }

    @Test func `the language of TestFlight builds is part of a key, in any spelling`() {
        let text = BuildText("1.2", allowsVersions: true)
        let questions: [(String?) -> ReleaseQuestion] = [
            { .latestBuild(.internal, platform: .ios, language: $0) }, { .builds(text, platform: .ios, language: $0) },
        ]
        for question in questions {
            #expect(
                Set([question("en").key, question("ja").key, question("zh-Hant").key, question(nil).key]).count == 4)
            #expect(question("zh_Hant").key == question("ZH-hant").key)
        }
    }

    @Test func `the size of a key covers its texts`() throws {
        let short = try #require(try key("version=1"))
        let long = try #require(
            try key(
                "version=1.\(String(repeating: "1", count: 100))&channel=marketplace:\(String(repeating: "m", count: 4_000))"
            ))
        #expect(short.byteCount >= 512)
        #expect(long.byteCount - short.byteCount >= 4_100)
    }
}
