import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import ServerSupport
import Testing

/// The releases that installations lose and gain by a change of release data.
@Suite struct AvailabilityChangeTests {
    private static let now = FixedClock.start
    private static let app = App(
        slug: "hashtags", bundleID: "com.example.hashtags", pins: [], signing: .server, internalBuilds: .full,
        createdAt: FixedClock.start)

    /// Reads releases as `VERSION [BUILD] [os=16] CHANNEL [in=DE,JP] [to=GROUP,…] [expired] [STATE]`, separated by `;`.
    private static func catalog(_ text: String) throws -> Catalog {
        Catalog(
            releases: try text.split(separator: ";").map { line in
                var words = line.split(separator: " ").map(String.init)
                var release = Release(platform: .ios, version: try AppVersion(words.removeFirst()), offers: [])
                var offer = Offer(channel: .appstore)
                for word in words {
                    let value = word.split(separator: "=").last.map(String.init) ?? ""
                    let list = value.split(separator: ",").map(String.init)
                    switch word {
                    case "expired": offer.expiresAt = now.addingTimeInterval(-1)
                    case "soon": offer.publishedAt = now.addingTimeInterval(60)
                    case "paused", "active": offer.phase = Offer.Phase(state: word, day: 3)
                    case "withdrawn", "inReview": offer.state = Offer.State(word)
                    case _ where word.hasPrefix("os="): release.minimumOS = try AppVersion(value)
                    case _ where word.hasPrefix("in="): offer.storefronts = Set(list.compactMap { Storefront($0) })
                    case _ where word.hasPrefix("to="): offer.groups = Set(list)
                    case _ where Int(word) != nil: release.build = try BuildNumber(word)
                    default: offer.channel = Channel(word)
                    }
                }
                release.offers = [offer]
                return release
            })
    }

    private static func texts(_ items: [AvailabilityChange.Item]) -> [String] {
        items.map { "\($0.isWhole ? "" : "part of ")\($0.release) on \($0.channel)" }
    }

    private static let changes: [(from: String, to: String, removed: [String], added: [String])] = [
        ("1 appstore", "1 appstore", [], []),
        ("", "1 appstore", [], ["1 on appstore"]),
        ("1 appstore", "", ["1 on appstore"], []),
        ("1 appstore", "1 appstore withdrawn", ["1 on appstore"], []),
        ("1 appstore", "1 appstore soon", ["1 on appstore"], []),
        ("1 appstore inReview", "1 appstore", [], ["1 on appstore"]),
        // The App Store sells one release in each storefront.
        ("1 appstore", "2 appstore; 1 appstore", [], ["2 on appstore"]),
        ("1 appstore", "2 appstore", [], ["2 on appstore"]),
        // An installation that could get version 2 gains nothing from version 1.
        ("2 appstore", "1 appstore", ["2 on appstore"], []),
        ("2 appstore; 1 appstore", "2 appstore", [], []),
        ("1 os=16 appstore", "2 os=17 appstore; 1 os=16 appstore", ["part of 1 on appstore"], ["2 on appstore"]),
        ("1 os=16 appstore", "2 os=16 appstore", [], ["2 on appstore"]),
        ("1 os=16 appstore", "1 os=17 appstore", ["part of 1 on appstore"], []),
        ("1 os=17 appstore", "1 os=16 appstore", [], ["part of 1 on appstore"]),
        ("1 appstore", "1 os=16 appstore", ["part of 1 on appstore"], []),
        ("1 appstore in=DE,JP", "1 appstore in=JP", ["part of 1 on appstore"], []),
        ("1 appstore in=DE,JP", "2 appstore in=JP; 1 appstore in=DE", [], ["2 on appstore"]),
        ("1 appstore", "1 appstore in=DE,JP", ["part of 1 on appstore"], []),
        ("1 appstore in=DE", "1 appstore", [], ["part of 1 on appstore"]),
        ("1 appstore in=DE", "1 appstore in=FR", ["part of 1 on appstore"], ["part of 1 on appstore"]),
        ("1 appstore active", "1 appstore paused", ["part of 1 on appstore"], []),
        ("1 appstore paused", "1 appstore active", [], ["part of 1 on appstore"]),
        // The lookup does not know builds.
        ("1 310 appstore", "1 appstore", [], []),
        // TestFlight and other channels keep old builds installable.
        (
            "1 9 testflight.external", "1 10 testflight.external", ["1 (9) on testflight.external"],
            ["1 (10) on testflight.external"]
        ),
        ("1 9 testflight.external", "1 9 testflight", [], ["1 (9) on testflight.internal"]),
        ("1 9 testflight", "1 9 testflight.external", ["1 (9) on testflight.internal"], []),
        ("1 9 testflight.external", "1 9 testflight.external expired", ["1 (9) on testflight.external"], []),
        ("1 9 testflight.external expired", "", [], []),
        (
            "1 9 testflight.external to=a,b", "1 9 testflight.external to=a",
            ["part of 1 (9) on testflight.external"], []
        ),
        ("1 9 testflight.external to=a", "1 9 testflight.external", ["part of 1 (9) on testflight.external"], []),
        ("1 9 testflight.external", "1 9 testflight.external to=a", [], ["part of 1 (9) on testflight.external"]),
        ("1 web; 2 web", "2 web", ["1 on web"], []),
    ]

    @Test(arguments: changes)
    func `what a change takes away and adds is listed`(
        from: String, to: String, removed: [String], added: [String]
    ) throws {
        let change = AvailabilityChange(
            from: try Self.catalog(from), to: try Self.catalog(to), of: Self.app, at: Self.now)
        #expect(Self.texts(change.removed) == removed)
        #expect(Self.texts(change.added) == added)
    }

    @Test func `what manifests leave out is neither taken away nor new`() throws {
        let live = try Self.catalog(
            (1...20).reversed().map { "\($0) \($0) testflight.external" }.joined(separator: ";"))
        var app = Self.app
        for level in [App.InternalBuilds.full, .facts, .none] {
            app.internalBuilds = level
            let change = AvailabilityChange(
                from: ManifestCatalog.trimmed(live, for: app), to: live, of: app, at: Self.now)
            #expect(change.removed.isEmpty && change.added.isEmpty)
        }
    }

    /// Random release data: few values, so that most changes concern the installation.
    private struct Randomness {
        var random: Seeded

        mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: values.indices, using: &random)] }

        /// Returns a random release with a build of its own.
        mutating func line(_ build: Int) -> String {
            let channel = pick(["appstore", "testflight.external", "testflight.internal", "testflight", "web"])
            let groups = channel.hasPrefix("testflight") ? pick(["", " to=a", " to=b", " to=a,b"]) : ""
            let storefronts = channel == "appstore" ? pick(["", " in=DE", " in=JP", " in=DE,JP"]) : ""
            let state = pick(["", "", "", "", " withdrawn", " inReview", " expired", " soon"])
            return
                "\(pick([2, 3, 4])) \(build)\(pick(["", " os=16", " os=17"])) \(channel)\(groups)\(storefronts)\(state)"
        }

        /// Returns random release data, and the same after one or two changes.
        mutating func catalogs() throws -> (old: Catalog, new: Catalog) {
            let installed = ["1 100 testflight.external to=a", "1 100 testflight.internal to=a"]
            var lines = (200..<200 + Int.random(in: 1...5, using: &random)).map { line($0) }
            let old = lines
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let index = Int.random(in: 0...lines.count, using: &random)
                if index == lines.count {
                    lines.append(line(300 + lines.count))
                } else if Bool.random(using: &random) {
                    lines.remove(at: index)
                } else {
                    lines[index] = line(200 + index)
                }
            }
            func catalog(_ lines: [String]) throws -> Catalog {
                let all = try AvailabilityChangeTests.catalog((lines + installed).joined(separator: ";"))
                return Catalog(releases: all.releases.sorted { $0.version > $1.version })
            }
            return (try catalog(old), try catalog(lines))
        }

        mutating func installation() throws -> Installation {
            Installation(
                version: "1", build: try BuildNumber("100"),
                // TestFlight without an audience is left out: a build for one audience only makes an update uncertain there.
                channel: pick([.appstore, .testflight(.external), .testflight(.internal), .web]),
                os: OperatingSystem(platform: .ios, version: try AppVersion(pick(["15", "16", "17"]))),
                storefront: Storefront(pick(["DE", "JP", "US"])))
        }
    }

    @Test func `who must update by the old data must by the new, unless something was removed`() throws {
        var random = Randomness(random: Seeded(20_261_126))
        let rule =
            #"{"id": "floor", "when": {"version": "<2"}, "update": "required", "url": "https://example.com/app"}"#
        let manifest = #"{"schema": 1, "policy": {"schema": 1, "appleID": 1, "rules": [\#(rule)]}}"#
        let policy = try ManifestReader.read(json: Array(manifest.utf8)).policy
        var (kept, lost) = (0, 0)
        for _ in 0..<6_000 {
            let (old, new) = try random.catalogs()
            let installation = try random.installation()
            func mustUpdate(by catalog: Catalog) -> Bool {
                let decision = decide(Manifest(policy: policy, catalog: catalog), for: installation, at: Self.now)
                return decision.status == .required && decision.update?.evidence == .catalog
            }
            guard mustUpdate(by: old) else { continue }
            guard AvailabilityChange(from: old, to: new, of: Self.app, at: Self.now).removed.isEmpty else {
                lost += mustUpdate(by: new) ? 0 : 1
                continue
            }
            kept += 1
            let isKept = mustUpdate(by: new)
            #expect(isKept, "\(installation)\n\(old.jsonValue.jsonText())\n\(new.jsonValue.jsonText())")
        }
        #expect(kept > 50 && lost > 200, "\(kept) kept, \(lost) lost")
    }
}
