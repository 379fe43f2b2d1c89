import AirworthyPolicy
import Foundation

/// A policy and a catalog, read from text like on a server, with an installation of the newest release and an old one.
struct EngineSample {
    /// The numbers of rules and releases, for names.
    let size: String
    let policyText: [UInt8]
    let manifest: Manifest
    let newest: Installation
    let old: Installation

    /// The size of a large app.
    static func large(now: Date) throws -> EngineSample {
        try EngineSample(
            policy: policy, releases: try (0..<200).map { try release($0, now: now) }, newest: "10.19.0",
            build: "1199", now: now)
    }

    /// The size of a small app.
    static func small(now: Date) throws -> EngineSample {
        let releases = try (0..<12).map { number in
            Release(
                platform: .ios, version: try AppVersion("1.\(number).0"), build: try BuildNumber("\(1_000 + number)"),
                minimumOS: try AppVersion("15.0"),
                offers: [Offer(channel: .appstore, publishedAt: now.addingTimeInterval(Double(number - 13) * 86_400))])
        }
        return try EngineSample(policy: smallPolicy, releases: releases, newest: "1.11.0", build: "1011", now: now)
    }

    private init(policy text: String, releases: [Release], newest: String, build: String, now: Date) throws {
        policyText = Array(text.utf8)
        let policy = try Policy(json: policyText)
        size = "\(policy.rules.count) rules, \(releases.count) releases"
        manifest = Manifest(
            app: policy.app, revision: 42, issuedAt: now, policy: policy, catalog: Catalog(releases: releases))
        let os = OperatingSystem(platform: .ios, version: try AppVersion("17.4"))
        func installation(version: String, build: String) throws -> Installation {
            Installation(
                version: version, build: try BuildNumber(build), channel: .appstore, os: os, language: "ja-JP",
                storefront: Storefront("JP"), installID: "9d4f6c1e", attributes: ["tier": "pro"])
        }
        self.newest = try installation(version: newest, build: build)
        old = try installation(version: "1.0.0", build: "900")
    }

    private static var smallPolicy: String {
        let rules = [
            rule("crash", when: #"{"version":"1.0.1"}"#, message: "Please update."),
            rule("store", when: #"{"version":"1.2.*","channel":["appstore"]}"#, message: "Please update."),
            #"{"id":"old-systems","when":{"os":{"iOS":"<15"}},"update":"none"}"#,
            rule("floor", when: #"{"version":"<1.3"}"#, message: "Too old."),
            #"{"id":"nudge","when":{"version":"<latest"},"update":"recommended"}"#,
        ]
        return #"{"schema":1,"app":"small","appleID":6504763618,"rules":["# + rules.joined(separator: ",") + "]}"
    }

    private static func release(_ number: Int, now: Date) throws -> Release {
        let isBeta = number % 3 == 0
        let offer = Offer(
            channel: isBeta ? .testflight(.external) : .appstore,
            storefronts: isBeta ? nil : Set(["JP", "US", "DE"].compactMap { Storefront($0) }),
            publishedAt: now.addingTimeInterval(Double(number - 201) * 86_400),
            notes: LocalizedText(["en": "Fixes.", "ja": "修正しました。"]))
        return Release(
            platform: .ios, version: try AppVersion("\(number / 20 + 1).\(number % 20).0"),
            build: try BuildNumber("\(1_000 + number)"), minimumOS: try AppVersion("15.0"), offers: [offer])
    }

    private static var policy: String {
        let rules = (0..<49).map { rule("bad-\($0)", when: condition($0), message: "Please update.") }
        let floor = rule("floor", when: #"{"version":"<2.0"}"#, message: "Too old.")
        let all = (rules + [floor]).joined(separator: ",\n")
        return #"{"schema":1,"app":"large","appleID":6504763618,"rules":["# + all + "]}"
    }

    private static func rule(_ id: String, when condition: String, message: String) -> String {
        #"{"id":"\#(id)","when":\#(condition),"update":"required","message":{"en":"\#(message)"}}"#
    }

    private static func condition(_ number: Int) -> String {
        switch number % 4 {
        case 0: #"{"version":"3.\#(number).1"}"#
        case 1: #"{"version":">=4.\#(number) <4.\#(number).3","channel":["appstore"]}"#
        case 2: #"{"os":{"iOS":"<15"},"version":"2.\#(number).*"}"#
        default: #"{"attributes":{"tier":"free"},"version":"5.\#(number).2 (77)"}"#
        }
    }
}
