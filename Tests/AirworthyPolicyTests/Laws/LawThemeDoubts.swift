import AirworthyPolicy
import Foundation

/// The situations in which a value is missing, or in which several releases or offers compete.
extension LawRandom {
    mutating func arrangeMissingFacts(_ theme: LawTheme, _ made: inout LawCase) {
        switch theme {
        case .openElsewhere:
            // Some release is sold everywhere, a newer one in one country.
            made.installation.storefront = maybe(pick(Self.storefronts))
            made.install(pick(["1.9", "2.0", "2.1"]), nil)
            made.manifest.policy.rules[0].when = .version(range(pick(["<latest", "<2.1", "<3"])))
            let isListed = oneIn(4)
            made.editOffers { release, offer in
                offer.storefronts = release.version == version("2.2.1") ? [Self.storefronts[0]] : isListed ? [] : nil
            }
        case .storefrontsDiffer:
            made.installation.storefront = maybe(pick(Self.storefronts))
            made.manifest.policy.rules[0].when = .version(range(pick(["<2", "<2.2.1", "<1.5"])))
            made.manifest.policy.rules[0].effect.blocksIfUnavailable = true
            if oneIn(3) { made.manifest.policy.rules[0].effect.target = UpdateTarget(version: version("2.1")) }
            made.editOffers { release, offer in
                switch release.version {
                case version("2.2.1"): offer.storefronts = [Self.storefronts[1]]
                case version("2.0"): offer.storefronts = [Self.storefronts[2]]
                default: offer.storefronts = []
                }
            }
        case .newestBuild:
            made.install("2.2.1", oneIn(3) ? nil : build(pick([300, 310, 313, 313])))
            made.manifest.policy.rules[0].when = .always
            made.manifest.policy.rules[0].effect.blocksIfUnavailable = true
            guard oneIn(2) else { return }
            made.manifest.policy.rules[0].effect.update = pick([.required, .recommended])
            made.manifest.policy.rules.append(maintenance(made.now))
        case .marketplaces:
            arrangeMarketplaces(&made)
        case .unknownMaintenance:
            made.installation.channel = pick([.appstore, .appstore, .unknown])
            if oneIn(2) { made.manifest.policy.rules[0].effect = effect() }
            if oneIn(2) { made.manifest.policy.rules[0].effect = Effect(update: .recommended) }
            made.manifest.policy.rules[0].when = .version(range(pick(["<2", "<latest", "<2.1"])))
            made.manifest.policy.rules.append(maintenance(made.now))
        default:
            made.installation.channel = pick([.unknown, .testflight(.external), .appstore])
            made.editOffers { release, offer in if release.build == build(100) { offer.state = .inReview } }
            let when = Condition.not(.channel([.testflight(pick([nil, .external]))]))
            made.manifest.policy.features["store"] = Feature(
                default: false, rules: [Feature.Rule(id: "1", when: when, value: true)])
        }
    }

    /// One release for every marketplace, and one for the marketplace of the installation alone.
    private mutating func arrangeMarketplaces(_ made: inout LawCase) {
        let store = Channel.marketplace("com.example.store")
        made.installation.channel = pick([store, store, .marketplace(nil), .marketplace("org.example.other")])
        func offer(_ channel: Channel) -> Offer { Offer(channel: channel, url: Self.urls[2]) }
        made.manifest.catalog = Catalog(releases: [
            Release(platform: .ios, version: version(pick(["2.2.1", "3.0"])), offers: [offer(store)]),
            Release(platform: .ios, version: version(pick(["1.10", "2.0"])), offers: [offer(.marketplace(nil))]),
        ])
        made.manifest.policy.rules[0].when = .version(range(pick(["<1.10", "<latest", "<2"])))
        if !oneIn(4) { made.manifest.policy.rules[0].effect.perChange = [.major: pick([.none, .recommended])] }
        if oneIn(3) { made.manifest.policy.rules.append(maintenance(made.now)) }
    }

    private mutating func maintenance(_ now: Date) -> Rule {
        var effect = Effect()
        effect.maintenance = Maintenance(until: now.addingTimeInterval(3_600 * Double(int(1...48))))
        return Rule(id: "m", when: .always, effect: effect)
    }

    // MARK: Steps and targets

    mutating func arrangeSteps(_ theme: LawTheme, _ made: inout LawCase) {
        var effect = Effect(update: maybe(pick(UpdateLevel.allCases)))
        for step in ChangeStep.allCases where oneIn(2) { effect.perChange[step] = pick(UpdateLevel.allCases) }
        if effect.perChange.isEmpty { effect.perChange = [.major: pick(UpdateLevel.allCases)] }
        effect.blocksIfUnavailable = oneIn(2)
        let nudge = Rule(id: "nudge", when: .version(range("<latest")), effect: Effect(update: .recommended))
        switch theme {
        case .offeredStep:
            made.install(pick(["1.9", "2.0", "2.1"]), nil)
            if oneIn(4) { effect.target = UpdateTarget(version: version(pick(["2.1", "2.2.1", "3.0"]))) }
            made.manifest.policy.rules[0] = Rule(
                id: "step", when: .version(range(pick(["<3", "<2.1"]))), effect: effect)
            made.manifest.policy.rules.append(oneIn(2) ? nudge : maintenance(made.now))
            if oneIn(3) { arrangeWeb(&made) }
            let (now, state) = (made.now, int(0...4))
            made.editNewest { offer in
                switch state {
                case 0: offer.state = .inReview
                case 1: offer.state = .withdrawn
                case 2: offer.publishedAt = now.addingTimeInterval(86_400)
                case 3: offer.expiresAt = now
                default: break
                }
            }
        case .installedTarget:
            made.install(pick(["1.9", "2.0"]), nil)
            effect.target = UpdateTarget(version: version(pick(["1.0", "1.9", "2.0"])))
            made.manifest.policy.rules = [Rule(id: "step", when: .always, effect: effect), nudge]
        default:
            effect.perChange = effect.perChange.mapValues { _ in .required }
            effect.update = nil
            made.manifest.policy.rules.insert(Rule(id: "future", when: Self.unknown, effect: effect), at: 0)
        }
    }

    /// All builds are on the web, and another required rule often matches the newest.
    private mutating func arrangeWeb(_ made: inout LawCase) {
        made.installation.channel = .web
        made.manifest.policy.links = ["web": "https://example.com/get"]
        made.editOffers { _, offer in offer.channel = .web }
        guard oneIn(2) else { return }
        made.manifest.policy.rules.append(
            Rule(id: "broken", when: .version(range("2.2.1")), effect: Effect(update: .required)))
    }

    // MARK: Offers

    mutating func arrangeOffers(_ theme: LawTheme, _ made: inout LawCase) {
        let day = 86_400.0
        switch theme {
        case .withdrawnList:
            made.manifest.policy.withdrawn = .any([range("2.2.1"), range(pick(["9", "2.0"]))])
        case .audienceExpiry, .exemptBeta:
            made.installation.channel = .testflight(pick([.internal, .external, nil]))
            let offers = [Channel.Audience.internal, .external].map { audience in
                Offer(
                    channel: .testflight(audience), groups: groups(audience),
                    expiresAt: maybe(made.now.addingTimeInterval(day * Double(int(-2...30)))))
            }
            made.manifest.catalog = Catalog(releases: [
                Release(
                    platform: .ios, version: version(made.installation.versionText), build: build(100),
                    offers: oneIn(2) ? offers : offers.reversed())
            ])
            made.manifest.policy.meta = ["team": "core"]
            var calm = Rule(id: "calm", when: .always, effect: Effect(update: UpdateLevel.none))
            calm.meta = ["team": "calm"]
            made.manifest.policy.rules = theme == .exemptBeta ? [calm] : []
        case .waitingPhase:
            made.manifest.policy.rules[0].effect.update = pick([.recommended, .required])
            made.manifest.policy.rules[0].when = .version(range("<2.2.1"))
            made.manifest.policy.rules[0].effect.phasing = .follow
            made.manifest.policy.rules[0].effect.releasedFor = Period(seconds: 30 * 86_400)
            made.editOffers { _, offer in offer.phase = .init(state: pick(["paused", "active"]), day: 1) }
            let published = made.now.addingTimeInterval(-day * Double(pick([1, 40])))
            made.editNewest { $0.publishedAt = published }
        default:
            if oneIn(2) { arrangeWeb(&made) }
            var releases = made.manifest.catalog.releases
            for _ in 0..<int(1...2) {
                var other = releases[0].offers[0]
                other.url = pick(Self.urls)
                if oneIn(2) { other.publishedAt = other.publishedAt?.addingTimeInterval(-day) }
                if oneIn(2) { other.notes = LocalizedText(pick(["Faster.", "Safer."])) }
                if oneIn(3) {
                    var twin = releases[0]
                    twin.offers = [other]
                    twin.minimumOS = maybe(version(pick(["15", "17", "18"])))
                    releases.append(twin)
                } else {
                    releases[0].offers.append(other)
                }
            }
            made.manifest.catalog = Catalog(releases: releases)
        }
    }
}

extension LawCase {
    /// Changes each offer of the catalog.
    mutating func editOffers(_ body: (Release, inout Offer) -> Void) {
        var releases = manifest.catalog.releases
        for index in releases.indices {
            for offer in releases[index].offers.indices { body(releases[index], &releases[index].offers[offer]) }
        }
        manifest.catalog = Catalog(app: manifest.catalog.app, asOf: manifest.catalog.asOf, releases: releases)
    }
}
