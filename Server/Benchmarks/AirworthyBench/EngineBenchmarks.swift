import AirworthyPolicy
import Foundation

/// The engine at the size of a large app: 50 rules, 200 releases, a policy text of 6 KB.
func engineBenchmarks() throws -> [Benchmark] {
    let now = Date(timeIntervalSince1970: 1_795_132_800)
    let sample = try LargeSample(now: now)
    let older = try AppVersion("4.12.3")
    let newer = try AppVersion("4.12.10")
    let pairs = 1_000
    return [
        Benchmark("decision: 50 rules, 200 releases, up to date") {
            blackHole(decide(opaque(sample.manifest), for: sample.newest, at: now))
        },
        Benchmark("decision: 50 rules, 200 releases, required") {
            blackHole(decide(opaque(sample.manifest), for: sample.old, at: now))
        },
        Benchmark("version compare", operations: pairs) {
            for _ in 0..<pairs { blackHole(opaque(older) < opaque(newer)) }
        },
        Benchmark("strict read of a \(sample.policyText.count) byte policy") {
            blackHole(PolicyReader.read(json: opaque(sample.policyText)))
        },
    ]
}

/// A policy and a catalog at the size of a large app, read from text like on a server.
private struct LargeSample {
    let policyText: [UInt8]
    let manifest: Manifest
    let newest: Installation
    let old: Installation

    init(now: Date) throws {
        policyText = Array(Self.policy.utf8)
        let policy = try Policy(json: policyText)
        let releases = try (0..<200).map { try Self.release($0, now: now) }
        manifest = Manifest(
            app: "large", revision: 42, issuedAt: now, policy: policy, catalog: Catalog(releases: releases))
        let os = OperatingSystem(platform: .ios, version: try AppVersion("17.4"))
        func installation(version: String, build: String) throws -> Installation {
            Installation(
                version: version, build: try BuildNumber(build), channel: .appstore, os: os, language: "ja-JP",
                storefront: Storefront("JP"), installID: "9d4f6c1e", attributes: ["tier": "pro"])
        }
        newest = try installation(version: "10.19.0", build: "1199")
        old = try installation(version: "1.0.0", build: "900")
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
