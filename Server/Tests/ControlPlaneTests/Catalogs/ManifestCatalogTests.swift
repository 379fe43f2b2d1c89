import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@Suite struct ManifestCatalogTests {
    private func app(
        _ internalBuilds: App.InternalBuilds = .facts, notes: App.TestFlightNotes = .external, slug: String = "hashtags"
    ) throws -> App {
        App(
            slug: slug, bundleID: "com.example.app", pins: try TestKeys.pins, internalBuilds: internalBuilds,
            testFlightNotes: notes, createdAt: FixedClock.start)
    }

    private func release(
        _ version: String, build: String? = nil, platform: Platform = .ios, _ offers: Offer...
    ) throws -> Release {
        Release(
            platform: platform, version: try AppVersion(version), build: try build.map { try BuildNumber($0) },
            minimumOS: try AppVersion("16.0"), offers: offers)
    }

    private func offer(
        _ channel: Channel = .appstore, notes: String? = "new", state: Offer.State = .live,
        in storefronts: Set<Storefront>? = nil, expiresAt: Date? = nil, source: String? = "manual"
    ) -> Offer {
        Offer(
            channel: channel, groups: channel.isTestFlight ? ["Team A"] : nil, storefronts: storefronts,
            publishedAt: FixedClock.start, expiresAt: expiresAt, state: state, url: "https://example.com/x",
            notes: notes.map { LocalizedText(["en": $0]) }, source: source)
    }

    private func versions(_ catalog: Catalog) -> [String] { catalog.releases.map(\.version.description) }

    @Test func `five releases of each channel and platform keep all data, and the newest its notes`() throws {
        let whole = Catalog(
            releases: try (1...8).flatMap { number in
                [
                    try release("1.\(number)", offer(), offer(.web, notes: nil)),
                    try release("1.\(number)", platform: .macos, offer()),
                ]
            })
        let cut = ManifestCatalog.trimmed(whole, for: try app())
        for platform in [Platform.ios, .macos] {
            let kept = cut.releases.filter { $0.platform == platform }
            #expect(kept.map(\.version.description) == ["1.8", "1.7", "1.6", "1.5", "1.4"])
            #expect(kept.allSatisfy { $0.minimumOS != nil && $0.offers.allSatisfy { $0.publishedAt != nil } })
            #expect(kept.map { $0.offers[0].notes != nil } == [true, false, false, false, false])
        }
        #expect(cut.app == "hashtags")
    }

    @Test func `an unavailable release does not count towards the limit`() throws {
        let whole = Catalog(
            releases: try (1...9).map { number in
                try release("1.\(number)", offer(state: number > 3 ? .inReview : .live))
            })
        let cut = ManifestCatalog.trimmed(whole, for: try app())
        #expect(versions(cut).count == 9)
        let noted = cut.releases.first { $0.offers[0].notes != nil }
        #expect(noted?.version.description == "1.3")
    }

    @Test func `the newest release of each storefront stays, however old it is`() throws {
        let jp = try #require(Storefront("JP"))
        let us = try #require(Storefront("US"))
        var releases = try (3...9).map { try release("1.\($0)", offer(in: [jp])) }
        releases.append(try release("1.2", offer(in: [us])))
        releases.append(try release("1.1", offer(in: [us, jp])))
        releases.append(try release("1.0", offer()))
        releases.append(try release("0.9", offer()))
        let cut = ManifestCatalog.trimmed(Catalog(releases: releases), for: try app())
        #expect(versions(cut) == ["1.9", "1.8", "1.7", "1.6", "1.5", "1.2", "1.0"])
    }

    @Test func `other live betas keep only the data for decisions`() throws {
        let asOf = FixedClock.start
        let betas = try (1...8).map { number in
            try release(
                "2.0", build: "\(number)",
                offer(
                    .testflight(.internal), state: number == 2 ? .withdrawn : .live,
                    expiresAt: asOf.addingTimeInterval(number == 1 ? 0 : 86_400)))
        }
        let cut = ManifestCatalog.trimmed(Catalog(asOf: asOf, releases: betas), for: try app(.full))
        #expect(cut.releases.map(\.build?.description) == ["8", "7", "6", "5", "4", "3"])
        let old = try #require(cut.releases.last)
        #expect(old.minimumOS?.description == "16.0")
        #expect(
            old.offers == [
                Offer(channel: .testflight(.internal), groups: ["Team A"], expiresAt: asOf.addingTimeInterval(86_400))
            ])
    }

    @Test func `a tester on an old beta gets the same decision as with the complete catalog`() throws {
        let betas = try (1...9).map { number in
            try release(
                "2.0", build: "\(number)",
                offer(.testflight(.external), expiresAt: FixedClock.start.addingTimeInterval(90 * 86_400)))
        }
        let policy = try Policy(
            json: Array(
                #"""
                {"schema": 1, "appleID": 1, "rules": [
                  {"when": {"build": "<9", "channel": "testflight"}, "update": "required"}]}
                """#.utf8))
        let whole = Catalog(releases: betas)
        let cut = ManifestCatalog.trimmed(whole, for: try app())
        for build in 1...9 {
            let copy = Installation(
                platform: .ios, version: "2.0", build: try BuildNumber("\(build)"),
                channel: .testflight(.external))
            let answers = [whole, cut].map {
                decide(Manifest(policy: policy, catalog: $0), for: copy, at: FixedClock.start)
            }
            #expect(answers[0].status == answers[1].status && answers[0].status == (build < 9 ? .required : .ok))
            #expect(answers[0].update?.build == answers[1].update?.build)
        }
    }

    @Test func `notes are cut to 2000 characters at a character boundary`() throws {
        let notes = String(repeating: "👩‍👩‍👧", count: 2_001)
        let cut = ManifestCatalog.trimmed(Catalog(releases: [try release("1", offer(notes: notes))]), for: try app())
        #expect(
            cut.releases[0].offers[0].notes == LocalizedText(["en": String(repeating: "👩‍👩‍👧", count: 2_000)]))
    }

    @Test func `the app's setting decides which TestFlight data is public`() throws {
        let whole = Catalog(
            releases: [try release("2.0", build: "1", offer(.testflight(.external)), offer(notes: "store"))])
        let none = ManifestCatalog.trimmed(whole, for: try app(.none)).releases[0].offers
        #expect(none.map(\.channel) == [.appstore])
        let full = ManifestCatalog.trimmed(whole, for: try app(.full)).releases[0].offers
        #expect(full[0].groups == ["Team A"] && full[0].notes != nil && full[0].url != nil)
        let facts = ManifestCatalog.trimmed(whole, for: try app(.facts)).releases[0].offers
        #expect(facts[0].notes != nil && facts[0].url == nil && facts[0].publishedAt != nil)
        // printf 'hashtags\0Team A' | sha256sum | cut -c1-16
        #expect(facts[0].groups == ["605ef31e0b7cd02f"])
        #expect(facts[1].notes != nil && facts[1].url != nil)
        let other = ManifestCatalog.trimmed(whole, for: try app(.facts, slug: "birthdays")).releases[0].offers
        #expect(other[0].groups != facts[0].groups)

        let onlyBeta = Catalog(releases: [try release("2.0", build: "1", offer(.testflight(nil)))])
        #expect(ManifestCatalog.trimmed(onlyBeta, for: try app(.none)).releases.isEmpty)
    }

    @Test(
        arguments: [
            (App.TestFlightNotes.none, []), (.external, ["both", "external", "plain"]),
            (.all, ["both", "external", "internal", "plain", "review", "withdrawn"]),
        ] as [(App.TestFlightNotes, [String])])
    func `the app's setting decides which builds have public notes, however it shows other details`(
        notes: App.TestFlightNotes, noted: [String]
    ) throws {
        let builds: [(String, [Offer])] = [
            ("internal", [offer(.testflight(.internal), notes: "internal")]),
            ("external", [offer(.testflight(.external), notes: "external")]),
            ("both", [offer(.testflight(.internal), notes: "both"), offer(.testflight(.external), notes: "both")]),
            ("plain", [offer(.testflight(nil), notes: "plain")]),
            ("review", [offer(.testflight(.external), notes: "review", state: .inReview)]),
            ("withdrawn", [offer(.testflight(.external), notes: "withdrawn", state: .withdrawn)]),
        ]
        for (name, offers) in builds {
            var release = try release("2.0", build: "1")
            release.offers = offers + [offer(notes: "store")]
            for level in [App.InternalBuilds.facts, .full] {
                let visible = ManifestCatalog.visible(
                    Catalog(releases: [release]), of: "hashtags", showing: level, notes: notes
                ).releases[0].offers
                #expect(visible.last?.notes != nil, "the App Store's notes are always public")
                for offer in visible.dropLast() { #expect((offer.notes != nil) == noted.contains(name), "\(name)") }
            }
        }
        let trimmed = ManifestCatalog.trimmed(
            Catalog(releases: [try release("2.0", build: "1", offer(.testflight(.internal)))]),
            for: try app(notes: notes))
        #expect((trimmed.releases[0].offers[0].notes != nil) == (notes == .all))
    }

    @Test func `notes for testers lose control characters, and are cut by characters and bytes`() throws {
        func cleaned(_ text: String) -> String? { LocalizedText(["en": text]).cleanedNotes.texts["en"] }
        #expect(cleaned("Try\r\nthis\u{7}\u{9B}31m\u{202E}.\u{2069} שלום\u{200F}") == "Try\nthis31m. שלום\u{200F}")
        #expect(cleaned(String(repeating: "a", count: 4_001)) == String(repeating: "a", count: 4_000))
        #expect(cleaned(String(repeating: "👩‍👩‍👧", count: 4_000))?.utf8.count ?? 0 <= 16_000)
        #expect(cleaned("ok, a" + String(repeating: "\u{301}", count: 50_000)) == "ok, ")
        #expect(cleaned("") == "")
    }

    @Test func `only a difference for devices is drift, whether the catalog was signed complete or trimmed`() throws {
        let app = try app()
        let whole = Catalog(
            releases: try (1...9).map { try release("2.0", build: "\($0)", offer(.testflight(.external))) })
        for signed in [whole, ManifestCatalog.trimmed(whole, for: app)] {
            #expect(!ManifestCatalog.hasDrifted(whole, from: signed, of: app))
            let more = Catalog(releases: whole.releases + [try release("2.1", build: "10", offer())])
            #expect(ManifestCatalog.hasDrifted(more, from: signed, of: app))
        }
        #expect(ManifestCatalog.hasDrifted(whole, from: .empty, of: app))
    }

    @Test func `the visible catalog is not trimmed`() throws {
        let whole = Catalog(
            releases: try (1...9).map { number in
                try release("1.\(number)", offer(), offer(.testflight(.internal)))
            })
        let facts = ManifestCatalog.visible(whole, of: "hashtags", showing: .facts, notes: .external)
        #expect(facts.releases.count == 9 && facts.releases.allSatisfy { $0.offers[0].notes != nil })
        let betas = facts.releases.map { $0.offers[1] }
        #expect(
            betas.allSatisfy {
                $0.notes == nil && $0.groups == [ManifestCatalog.opaqueGroupID("Team A", in: "hashtags")]
            })
        #expect(
            ManifestCatalog.visible(whole, of: "hashtags", showing: .none, notes: .all).releases.allSatisfy {
                $0.offers.count == 1
            })
        #expect(ManifestCatalog.visible(whole, of: "hashtags", showing: .full, notes: .all) == whole)
    }

    @Test func `the digest covers only the data that decisions use`() throws {
        let app = try app()
        func digest(_ change: (inout Offer) -> Void = { _ in }, asOf: Date? = nil) throws -> String {
            var changed = offer()
            change(&changed)
            let catalog = Catalog(asOf: asOf, releases: [try release("1", changed)])
            return ManifestCatalog.digest(of: ManifestCatalog.trimmed(catalog, for: app))
        }
        let plain = try digest()
        #expect(try digest(asOf: FixedClock.start) == plain)
        #expect(try digest { $0.source = "lookup" } == plain)
        #expect(try digest { $0.firstSeenAt = FixedClock.start } == plain)
        let differences: [(inout Offer) -> Void] = [
            { $0.state = .withdrawn }, { $0.url = "https://example.com/y" }, { $0.notes = LocalizedText("other") },
            { $0.publishedAt = nil }, { $0.expiresAt = FixedClock.start }, { $0.storefronts = [] },
            { $0.source = Offer.asserted }, { $0.phase = Offer.Phase(state: "active", day: 1) },
            { $0.channel = .web },
            {
                $0.publishedAt = nil
                $0.firstSeenAt = FixedClock.start
            },
        ]
        let digests = try differences.map { try digest($0) }
        #expect(Set(digests + [plain]).count == differences.count + 1)
    }
}
