import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import ServerSupport
import Testing

/// Random policies against a fleet that the test knows one by one: the prediction, and what the devices then decide.
///
/// A number that depends on no bucket is exact. A rollout or a phased release selects devices by their ids, so each number may differ by
/// four standard deviations of the devices that it concerns, and by one for its rounding.
@Suite(.timeLimit(.minutes(10))) struct RandomPolicyTests {
    private static let policies = 50

    @Test(arguments: [UInt64(11), 12])
    func `each number of the prediction is that of the devices that take the policy`(seed: UInt64) async throws {
        var fleet = try await Fleet(seed: seed)
        var exact = 0
        for index in 0..<Self.policies {
            let policy = fleet.policy(usesBuckets: index / 5 % 3 != 0)
            let old = fleet.manifest
            let impact = try await fleet.server.plane.publishing.preflight(Array(policy.utf8), for: "hashtags").impact
                .jsonValue
            try await fleet.publish(policy)
            let truth = fleet.outcome(from: old)
            let facts = Comment(rawValue: "policy \(index): \(policy)\n\(impact.jsonText())")
            let hasBuckets = [old, fleet.manifest].contains { fleet.dependsOnBuckets($0) }
            if !hasBuckets { exact += 1 }
            func check(_ predicted: Int?, _ actual: Int, of count: Int, _ name: String) {
                let bound = hasBuckets ? 4 * 0.5 * Double(count).squareRoot() + 1 : 0
                let distance = abs(Double(predicted ?? 0) - Double(actual))
                #expect(distance <= bound, "\(name): predicted \(predicted ?? 0), decided \(actual)\n\(facts)")
            }
            #expect(impact["installations"]?.intValue == fleet.count && impact["unknowable"] == 0, facts)
            check(impact["newlyBlocked"]?.intValue, truth.newlyBlocked, of: fleet.count, "newly blocked")
            check(impact["stuck"]?.intValue, truth.stuck.values.reduce(0, +), of: fleet.count, "stuck")
            var steps = truth.steps
            for row in impact["matrix"]?.arrayValue ?? [] {
                let step = "\(row["from"]?.stringValue ?? "") → \(row["to"]?.stringValue ?? "")"
                check(row["count"]?.intValue, steps.removeValue(forKey: step) ?? 0, of: fleet.count, step)
            }
            for (step, count) in steps { check(0, count, of: fleet.count, step) }
            for row in impact["stuckBy"]?.arrayValue ?? [] {
                let reason = row["reason"]?.stringValue ?? ""
                check(row["count"]?.intValue, truth.stuck[reason] ?? 0, of: fleet.count, reason)
            }
            for row in impact["groups"]?.arrayValue ?? [] {
                let group = Outcome.Group(
                    rule: row["rule"]?.stringValue, from: row["from"]?.stringValue ?? "",
                    to: row["to"]?.stringValue ?? "", version: row["version"]?.stringValue ?? "",
                    channel: row["channel"]?.stringValue ?? "")
                check(
                    row["count"]?.intValue, truth.groups[group] ?? 0, of: fleet.count(group.version, group.channel),
                    "\(group)")
            }
        }
        #expect(exact > 5, "too few policies without buckets: \(exact)")
    }

    /// The decisions of devices, counted.
    private struct Outcome {
        struct Group: Hashable {
            let rule: String?
            let from: String
            let to: String
            let version: String
            let channel: String
        }

        var steps: [String: Int] = [:]
        var groups: [Group: Int] = [:]
        var stuck: [String: Int] = [:]
        var newlyBlocked = 0
    }

    /// Devices with their ids, and the server that knows neither.
    private struct Fleet {
        private static let devices = 600

        let server: TestPlane
        private(set) var manifest = Manifest(app: "hashtags", policy: Policy(rules: []))
        private var installations: [Installation] = []
        private var random: Seeded

        var count: Int { installations.count }

        func count(_ version: String, _ channel: String) -> Int {
            installations.count { $0.versionText == version && $0.channel.description == channel }
        }

        init(seed: UInt64) async throws {
            random = Seeded(seed)
            server = try TestPlane(clock: FixedClock(Date(timeIntervalSince1970: 1_795_150_000)))
            try await server.makeApp()
            _ = try await server.plane.catalogs.importCatalog(
                Array(Self.catalog(at: server.clock.now).utf8), for: "hashtags", by: .server)
            for _ in 0..<Self.devices { install() }
            try await server.plane.adoption.flush()
        }

        /// Releases on the App Store (one of them phased), on TestFlight (some expire in days) and on the web (one without a link).
        private static func catalog(at now: Date) -> String {
            func date(_ days: Double) -> String { Timestamp.format(now.addingTimeInterval(days * 86_400)) }
            func beta(_ version: String, _ build: Int, expires days: Double) -> String {
                """
                {"version": "\(version)", "build": "\(build)", "minimumOS": "16.0", "offers": [{"channel": "testflight.external",
                  "groups": ["a"], "publishedAt": "\(date(days - 90))", "expiresAt": "\(date(days))"}]}
                """
            }
            return """
                {"schema": 1, "asOf": "\(date(0))", "releases": [
                  {"version": "2.3.0", "build": "400", "minimumOS": "17.0", "offers": [{"channel": "appstore",
                    "storefronts": ["US"], "publishedAt": "\(date(-2))", "phase": {"state": "active", "day": 3}}]},
                  {"version": "2.2.1", "build": "310", "minimumOS": "16.0", "offers": [
                    {"channel": "appstore", "storefronts": ["US", "JP"], "publishedAt": "\(date(-20))"}]},
                  {"version": "2.2.1", "build": "311", "offers": [{"channel": "web", "publishedAt": "\(date(-20))"}]},
                  {"version": "2.1", "build": "210", "offers": [
                    {"channel": "web", "publishedAt": "\(date(-60))", "url": "https://example.com/get"}]},
                  \(beta("2.2.0", 305, expires: 3)), \(beta("2.3.0", 390, expires: 60)), \(beta("1.9", 190, expires: -1))]}
                """
        }

        private mutating func install() {
            let channel = ["appstore", "appstore", "appstore", "testflight.external", "web"].randomElement(
                using: &random)!
            let version = ["1.3", "1.9", "2.0", "2.2.0", "2.2.1", "2.3.0"].randomElement(using: &random)!
            let build = ["1.9": "190", "2.2.0": "305", "2.2.1": "310", "2.3.0": "390"][version] ?? "1"
            let os = ["15.8", "16.4", "17.4", "26.0"].randomElement(using: &random)!
            let storefront = ["JP", "US", "DE", ""].randomElement(using: &random)!
            let cell = AdoptionCell(
                platform: "ios", version: version, build: build, channel: channel, os: os, storefront: storefront)
            _ = server.plane.adoption.add(CheckIn(now: cell), app: "hashtags")
            installations.append(
                Installation(
                    version: version, build: try? BuildNumber(build), channel: Channel(channel),
                    os: (try? AppVersion(os)).map { OperatingSystem(platform: .ios, version: $0) },
                    storefront: Storefront(storefront),
                    installID: "device-\(UInt64.random(in: 0...(.max), using: &random))"))
        }

        private mutating func oneIn(_ number: Int) -> Bool { Int.random(in: 0..<number, using: &random) == 0 }

        /// Returns a random policy.
        mutating func policy(usesBuckets: Bool) -> String {
            let rules = (1...Int.random(in: 1...4, using: &random)).map { rule("r\($0)", usesBuckets: usesBuckets) }
            return """
                {"schema": 1, "support": "mailto:a@example.com", "links": {"testflight": "https://testflight.apple.com/join/AbCd"},
                 "rules": [\(rules.joined(separator: ",\n  "))]}
                """
        }

        private mutating func rule(_ id: String, usesBuckets: Bool) -> String {
            var parts = [
                #""version": "\#(["<2", "<2.2.1", "<latest", "2.2.0", ">=1.9 <2.3", "<2.3"].randomElement(using: &random)!)""#
            ]
            if oneIn(3) { parts.append(#""channel": ["appstore", "\#(oneIn(2) ? "web" : "testflight")"]"#) }
            if oneIn(4) { parts.append(#""os": {"ios": "\#(oneIn(2) ? ">=16" : "<17")"}"#) }
            if oneIn(4) { parts.append(#""storefront": ["\#(oneIn(2) ? "JP" : "US")"]"#) }
            if usesBuckets, oneIn(2) {
                parts.append(#""rollout": \#([1, 10, 25, 50, 90].randomElement(using: &random)!)"#)
            }
            let when = "{" + parts.joined(separator: ", ") + "}"
            let update = ["none", "recommended", "required", "required", "required"].randomElement(using: &random)!
            var members = [
                #""id": "\#(id)""#, #""when": \#(when)"#, #""update": "\#(update)""#, #""message": "Please.""#,
            ]
            if update != "none" {
                if oneIn(3) { members.append(#""ifUnavailable": "block""#) }
                if oneIn(4) { members.append(#""releasedFor": "\#(oneIn(2) ? "P1D" : "P7D")""#) }
                if oneIn(4) { members.append(#""perChange": {"patch": "recommended", "build": "none"}"#) }
                members.append(#""phased": "\#(usesBuckets && oneIn(2) ? "follow" : "ignore")""#)
            }
            return "{" + members.joined(separator: ", ") + "}"
        }

        /// Whether decisions depend on the ids of devices.
        func dependsOnBuckets(_ manifest: Manifest) -> Bool {
            let text = manifest.policy.jsonValue.jsonText()
            return text.contains(#""rollout""#) || text.contains(#""follow""#)
        }

        /// Publishes a policy whatever the linter says of it.
        mutating func publish(_ policy: String) async throws {
            let tag = (try? await server.plane.publishing.currentPolicy(of: "hashtags"))?.entityTag
            server.clock.advance(days: 0.001)
            _ = try await server.plane.publishing.publish(
                Array(policy.utf8), to: "hashtags", expecting: tag.map { .matches([$0]) } ?? .nothingPublished,
                note: nil,
                forced: "a test", by: .server)
            manifest = try server.head().manifest
        }

        /// Lets each device decide under the old manifest and under the one in force.
        func outcome(from old: Manifest) -> Outcome {
            var outcome = Outcome()
            let (before, after) = (PreparedManifest(old), PreparedManifest(manifest))
            for installation in installations {
                let one = decide(before, for: installation, at: server.clock.now)
                let two = decide(after, for: installation, at: server.clock.now)
                outcome.steps["\(one.status.rawValue) → \(two.status.rawValue)", default: 0] += 1
                if two.blocking, !one.blocking { outcome.newlyBlocked += 1 }
                if two.status == .requiredUnavailable, two.reason != .notSettled, two.reason != .phased {
                    outcome.stuck[two.reason.rawValue, default: 0] += 1
                }
                let group = Outcome.Group(
                    rule: two.rule, from: one.status.rawValue, to: two.status.rawValue,
                    version: installation.versionText,
                    channel: installation.channel.description)
                if isVisible(one, two) { outcome.groups[group, default: 0] += 1 }
            }
            return outcome
        }

        /// Whether a person sees the difference.
        private func isVisible(_ old: Decision, _ new: Decision) -> Bool {
            old.status != new.status || old.blocking != new.blocking
        }
    }
}
