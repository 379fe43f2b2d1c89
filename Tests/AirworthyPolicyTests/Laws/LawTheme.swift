import AirworthyPolicy
import Foundation

/// A situation that rarely occurs in random input.
enum LawTheme: String, CaseIterable {
    case plain, nudge, noRule, exempt, upToDate, targetReached, stepNotNamed, perChange
    case maintenance, maintenanceOver, beforeDeadline, unconfirmedDeadline, passedDeadline
    case betaExpiry, leavesBeta, unreadableVersion, newerThanKnown, undecidedExemption, undecidedLoop, inReview
    case foreignHost, testFlightGroups, testFlight, plainTestFlight, audiencesDiffer
    case osTooOld, notInStorefront, storefrontUnknown, notSettled, noOffer, loop, otherStorefrontLoop, noURL, noEvidence
    case phased, blocked, asserted, listedChannel, expired, expiredMaintenance, settledTwice, exactTarget
    case openElsewhere, storefrontsDiffer, offeredStep, installedTarget, namedSteps
    case newestBuild, marketplaces, unknownMaintenance, withdrawnList
    case audienceExpiry, exemptBeta, unknownReview, waitingPhase, equalOffers
}

extension LawRandom {
    /// An old App Store installation with all values known, a rule that requires, and a newer release.
    private mutating func base(_ index: Int) -> LawCase {
        let installed = version(pick(["1.0", "1.3.9", "1.9"]))
        let now = date(days: 10)
        let published = now.addingTimeInterval(-86_400 * Double(int(20...60)))
        let stores = Set(Self.storefronts.prefix(2))
        func offer(_ days: Double) -> Offer {
            Offer(channel: .appstore, storefronts: stores, publishedAt: published.addingTimeInterval(-86_400 * days))
        }
        let catalog = Catalog(releases: [
            Release(
                platform: .ios, version: version("2.2.1"), build: build(310), minimumOS: version("16"),
                offers: [offer(0)]),
            Release(platform: .ios, version: version("2.0"), build: build(250), offers: [offer(60)]),
            Release(platform: .ios, version: installed, build: build(100), offers: [offer(200)]),
        ])
        let floor = Rule(
            id: "floor", when: .version(range(pick(["<2", "<2.1", "<latest"]))), effect: Effect(update: .required))
        let installation = Installation(
            version: "\(installed)", build: build(100), channel: .appstore,
            os: OperatingSystem(platform: .ios, version: version("17.4")), language: "ja",
            storefront: Self.storefronts[0],
            installID: "device-\(int(0...999))", attributes: ["plan": "pro"])
        let policy = Policy(app: "tags", appleID: 42, rules: [floor])
        return LawCase(
            index: index, manifest: Manifest(revision: 7, policy: policy, catalog: catalog),
            installation: installation, now: now)
    }

    /// A case of a theme; every sixth one has a random addition.
    mutating func themed(_ index: Int) -> LawCase {
        var made = base(index)
        let theme = pick(
            LawTheme.allCases + [
                .audiencesDiffer, .audiencesDiffer, .marketplaces, .newestBuild, .waitingPhase, .noURL,
                .storefrontUnknown, .nudge, .osTooOld,
            ])
        made.theme = theme
        arrange(theme, &made)
        if oneIn(6) {
            let at = int(0...made.manifest.policy.rules.count)
            made.manifest.policy.rules.insert(rule("extra"), at: at)
        }
        if oneIn(4) { made.manifest.policy.features["x"] = feature() }
        return made
    }

    private mutating func arrange(_ theme: LawTheme, _ made: inout LawCase) {
        switch theme {
        case .plain, .nudge, .noRule, .exempt, .upToDate, .targetReached, .stepNotNamed, .perChange:
            arrangeRules(theme, &made)
        case .maintenance, .maintenanceOver, .beforeDeadline, .unconfirmedDeadline, .passedDeadline, .expired,
            .expiredMaintenance:
            arrangeTimes(theme, &made)
        case .betaExpiry, .leavesBeta, .testFlightGroups, .testFlight, .plainTestFlight, .audiencesDiffer:
            arrangeBeta(theme, &made)
        case .unreadableVersion, .newerThanKnown, .undecidedExemption, .undecidedLoop, .inReview, .foreignHost:
            arrangeGuards(theme, &made)
        case .openElsewhere, .storefrontsDiffer, .newestBuild, .marketplaces, .unknownMaintenance, .unknownReview:
            arrangeMissingFacts(theme, &made)
        case .offeredStep, .installedTarget, .namedSteps: arrangeSteps(theme, &made)
        case .withdrawnList, .audienceExpiry, .exemptBeta, .waitingPhase, .equalOffers:
            arrangeOffers(theme, &made)
        default: arrangeObstacles(theme, &made)
        }
    }

    private mutating func arrangeRules(_ theme: LawTheme, _ made: inout LawCase) {
        let pro = Condition.attribute(name: "plan", values: ["pro"], ifMissing: .undecided)
        switch theme {
        case .nudge:
            made.manifest.policy.rules[0].effect.update = .recommended
            made.manifest.policy.rules[0].effect.skippable = true
        case .noRule: made.manifest.policy.rules[0].when = .version(range("9"))
        case .exempt:
            made.manifest.policy.rules.insert(
                Rule(id: "vip", when: pro, effect: Effect(update: UpdateLevel.none)), at: 0)
        case .upToDate:
            made.manifest.policy.rules[0] = Rule(id: "all", when: .always, effect: Effect(update: .recommended))
            made.install("2.2.1", maybe(build(310)))
        case .targetReached: made.manifest.policy.rules[0].effect.target = UpdateTarget(version: version("1.0"))
        case .stepNotNamed:
            made.manifest.policy.rules[0].effect.update = nil
            made.manifest.policy.rules[0].effect.perChange = [.revision: .required]
        case .perChange:
            made.manifest.policy.rules[0].effect.update = .recommended
            made.manifest.policy.rules[0].effect.perChange = [.major: pick([UpdateLevel.required, .none])]
        default: made.manifest.policy.rules[0].effect.title = maybe(LocalizedText("Update"))
        }
    }

    private mutating func arrangeTimes(_ theme: LawTheme, _ made: inout LawCase) {
        let hour = 3_600.0
        switch theme {
        case .maintenance, .maintenanceOver, .expiredMaintenance:
            var effect = Effect()
            let hours = Double(int(1...100))
            effect.maintenance = Maintenance(
                until: made.now.addingTimeInterval(theme == .maintenanceOver ? -hour * hours : hour * hours))
            made.manifest.policy.rules = [Rule(id: "m", when: .always, effect: effect)]
            if theme == .expiredMaintenance { made.manifest.expiresAt = made.now }
        case .beforeDeadline:
            made.manifest.policy.rules[0].effect.deadline = made.now.addingTimeInterval(hour * Double(int(1...99)))
        case .unconfirmedDeadline, .passedDeadline:
            made.manifest.policy.rules[0].effect.deadline = made.now.addingTimeInterval(-hour * 5)
            made.confirmedAt = made.now.addingTimeInterval(theme == .passedDeadline ? -hour * 2 : -hour * 9)
        default:
            if oneIn(2) {
                made.manifest.expiresAt = made.now
            } else {
                made.storedAt = made.now.addingTimeInterval(-50 * 24 * hour)
            }
        }
    }

    private mutating func arrangeBeta(_ theme: LawTheme, _ made: inout LawCase) {
        let day = 86_400.0
        made.installation.channel = .testflight(
            theme == .plainTestFlight || theme == .audiencesDiffer ? nil : .external)
        func beta(_ version: String, _ build: Int, _ offers: [Offer]) -> Release {
            Release(platform: .ios, version: self.version(version), build: self.build(build), offers: offers)
        }
        var old = Offer(
            channel: .testflight(.external), groups: ["ex1"], expiresAt: made.now.addingTimeInterval(60 * day))
        var new = Offer(
            channel: .testflight(.external), groups: ["ex1", "ex2"], publishedAt: made.now.addingTimeInterval(-9 * day))
        let installed = made.installation.versionText
        switch theme {
        case .betaExpiry, .leavesBeta:
            made.manifest.policy.rules = []
            old.expiresAt = made.now.addingTimeInterval(day * Double(int(-3...6)))
            let betas =
                [beta(installed, 100, [old])] + (theme == .betaExpiry && oneIn(2) ? [beta("2.3", 330, [new])] : [])
            made.manifest.catalog = Catalog(
                releases: betas + (theme == .leavesBeta ? made.manifest.catalog.releases : []))
        case .plainTestFlight, .audiencesDiffer:
            var inner = new
            (inner.channel, inner.groups) = (.testflight(.internal), ["in1"])
            var oldInner = old
            (oldInner.channel, oldInner.groups) = (.testflight(.internal), ["in1"])
            made.manifest.catalog = Catalog(releases: [
                beta("2.3", 330, [inner, new]), beta(installed, 100, [oldInner, old]),
            ])
            guard theme == .audiencesDiffer else { break }
            if oneIn(3) { made.installation.channel = .testflight(.internal) }
            switch int(0...3) {
            case 0:
                inner.publishedAt = made.now.addingTimeInterval(-1)
                made.manifest.policy.rules[0].effect.releasedFor = Period(seconds: 3 * 86_400)
            case 1: inner.expiresAt = made.now.addingTimeInterval(-day)
            case 2: inner.groups = []
            default:
                // The catalog knows only one audience, so an assertion might seem to apply to the other.
                made.manifest.policy.rules[0].effect.url = Self.urls[1]
                made.manifest.policy.rules[0].when = .version(range("<2"))
                made.manifest.catalog = Catalog(releases: [beta("2.3", 330, [inner])])
                return
            }
            made.manifest.catalog = Catalog(releases: [
                beta("2.3", 330, [inner, new]), beta(installed, 100, [oldInner, old]),
            ])
        default:
            if theme == .testFlightGroups { new.groups = maybe(["ex2"]) }
            made.manifest.catalog = Catalog(releases: [beta("2.3", 330, [new]), beta(installed, 100, [old])])
        }
    }

    private mutating func arrangeGuards(_ theme: LawTheme, _ made: inout LawCase) {
        switch theme {
        case .unreadableVersion: made.install(pick(["", "1.x", "v1", "1..0"]), nil)
        case .newerThanKnown:
            made.install("3.0", maybe(build(400)))
            made.manifest.policy.rules[0].when = .always
        case .undecidedExemption:
            made.manifest.policy.rules.insert(
                Rule(
                    id: "future", when: oneIn(2) ? Self.unknown : .always,
                    effect: Effect(update: pick([UpdateLevel.none, .recommended]))), at: 0)
            if case .all([]) = made.manifest.policy.rules[0].when {
                made.manifest.policy.rules[0].effect.isReadable = false
            }
        case .undecidedLoop:
            made.manifest.policy.rules.append(Rule(id: "future", when: Self.unknown, effect: Effect(update: .required)))
        case .inReview:
            made.manifest.catalog = Catalog(
                releases: made.manifest.catalog.releases.map { release in
                    var release = release
                    if release.build == build(100) { release.offers = [Offer(channel: .appstore, state: .inReview)] }
                    return release
                })
        default: made.installation.os = OperatingSystem(platform: pick([.macos, .visionos]), version: version("15.1"))
        }
    }

    private mutating func arrangeObstacles(_ theme: LawTheme, _ made: inout LawCase) {
        switch theme {
        case .osTooOld: made.installation.os = OperatingSystem(platform: .ios, version: version("15.8"))
        case .notInStorefront: made.installation.storefront = Self.storefronts[2]
        case .storefrontUnknown:
            made.installation.storefront = nil
            if oneIn(4) { made.editNewest { $0.storefronts = [Self.storefronts[0]] } }
        case .notSettled:
            made.manifest.policy.rules[0].effect.releasedFor = Period(seconds: 90 * 86_400)
            made.manifest.policy.rules[0].when = .version(range("<2.2.1"))
        case .noOffer: made.manifest.policy.rules[0].effect.target = UpdateTarget(version: version("9"))
        case .loop: made.manifest.policy.rules[0].when = .always
        case .otherStorefrontLoop:
            // A rule for one storefront matches the release that the next rule requires.
            let caught = Condition.all([.storefront([pick(Self.storefronts)]), .version(range("<3"))])
            let nudge = Rule(id: "nudge", when: .version(range("<latest")), effect: Effect(update: .recommended))
            made.manifest.policy.rules.insert(
                Rule(id: "caught", when: caught, effect: Effect(update: .required)), at: int(0...1))
            made.manifest.policy.rules.append(nudge)
        case .noURL: made.manifest.policy.appleID = nil
        case .noEvidence: made.manifest.catalog = Catalog(releases: [])
        case .phased:
            made.manifest.policy.rules[0].effect.update = pick([.recommended, .required])
            made.manifest.policy.rules[0].effect.phasing = .follow
            made.editNewest { $0.phase = .init(state: "active", day: 1) }
        case .blocked:
            made.manifest.policy.rules[0].effect.target = UpdateTarget(version: version("9"))
            made.manifest.policy.rules[0].effect.blocksIfUnavailable = true
        case .asserted:
            made.manifest.catalog = Catalog(releases: [])
            made.manifest.policy.rules[0].effect.url = Self.urls[0]
            made.manifest.policy.rules[0].when = .version(range("<2"))
        case .listedChannel:
            let channel: Channel = pick([.debug, .adhoc, .unknown])
            made.installation.channel = channel
            made.manifest.policy.rules[0].when = .all([.version(range("<2")), .channel([channel])])
            made.manifest.policy.rules[0].effect.url = Self.urls[2]
        case .settledTwice:
            // Which release satisfies the rule depends on an attribute.
            let when = Condition.any([
                .version(range("<2")),
                .all([.attribute(name: "plan", values: ["pro"], ifMissing: .undecided), .version(range("<2.1"))]),
            ])
            made.manifest.policy.rules[0].when = when
            made.manifest.policy.rules[0].effect.releasedFor = Period(seconds: 70 * 86_400)
            made.manifest.policy.rules.append(Rule(id: "nudge", when: .always, effect: Effect(update: .recommended)))
        default:
            made.installation.channel = .web
            made.manifest.policy.links = ["web": "https://example.com/get"]
            made.manifest.policy.rules[0].effect.target = UpdateTarget(version: version(pick(["2.0", "2.1"])))
            made.manifest.catalog = Catalog(
                releases: made.manifest.catalog.releases.map { release in
                    var release = release
                    for index in release.offers.indices { release.offers[index].channel = .web }
                    return release
                })
        }
    }
}

extension LawCase {
    mutating func install(_ version: String, _ build: BuildNumber?) {
        installation.versionText = version
        installation.version = try? AppVersion(version)
        installation.build = build
    }

    mutating func editNewest(_ body: (inout Offer) -> Void) {
        var releases = manifest.catalog.releases
        body(&releases[0].offers[0])
        manifest.catalog = Catalog(app: manifest.catalog.app, asOf: manifest.catalog.asOf, releases: releases)
    }
}
