import AirworthyPolicy
import Foundation

/// Decides independently of the engine whether an installation can get a release: slow and simple.
struct NaiveInstallability {
    let made: LawCase

    /// The reason why the rule must not require the update; `nil` if it may.
    func objection(to update: Decision.Update, rule: Rule) -> String? {
        guard let installed = made.installation.version else { return "no installed version" }
        guard let version = update.version else { return objectionToCommonLink(update) }
        guard update.url != nil else { return "no URL" }
        if made.installation.os.map({ $0.platform != made.installation.platform }) == true { return "foreign host" }
        let isNewer = version > installed || (version == installed && isHigher(update.build, made.installation.build))
        guard isNewer else { return "not newer than what is installed" }
        if let target = rule.effect.target, version < target.version { return "below the target" }
        for front in fronts {
            let open = offers(version, update.build).filter { isOpen($0, version, update.build, front) }
            if open.isEmpty { return "no open offer in \(front?.code ?? "any country")" }
            if made.installation.channel == .appstore, let newer = newestVersion(front), newer > version {
                return "\(newer) is newer in \(front?.code ?? "any country")"
            }
        }
        if let minimum = update.minimumOS, let os = made.installation.os, os.version < minimum {
            return "the OS is too old"
        }
        return settlingObjection(rule, above: installed) ?? groupObjection(version, update.build)
    }

    private var catalog: [Release] {
        made.manifest.catalog.releases.filter { $0.platform == made.installation.platform }
    }

    /// A link without a version is for countries that require different releases.
    private func objectionToCommonLink(_ update: Decision.Update) -> String? {
        guard update.url != nil, made.installation.storefront == nil else { return "no version" }
        for front in fronts {
            var known = made
            known.installation.storefront = front ?? Storefront("AQ")
            let alone = known.decision()
            guard alone.status == .required || alone.reason == .undecidedExemption || alone.reason == .loop else {
                return "\(alone.status) in \(front?.code ?? "another country")"
            }
        }
        return nil
    }

    private func offers(_ version: AppVersion, _ build: BuildNumber?) -> [Offer] {
        catalog.filter { $0.version == version && $0.build == build }.flatMap(\.offers)
    }

    private func isHigher(_ a: BuildNumber?, _ b: BuildNumber?) -> Bool {
        guard let a, let b else { return false }
        return a > b
    }

    /// The storefronts to check: that of the installation. While it is unknown, each one that an offer names and, if some
    /// offer names none, one more that is not named.
    private var fronts: [Storefront?] {
        if let storefront = made.installation.storefront { return [storefront] }
        let offers = catalog.flatMap(\.offers).filter(reaches)
        let named = Set(offers.compactMap(\.storefronts).flatMap(\.self))
        return named.map(\.self) + (named.isEmpty || offers.contains { $0.storefronts == nil } ? [nil] : [])
    }

    private func reaches(_ offer: Offer) -> Bool {
        switch (made.installation.channel, offer.channel) {
        case (.testflight(nil), .testflight(let theirs)): theirs != .internal
        case (.testflight(let mine), .testflight(let theirs)): theirs == nil || mine == theirs
        case (.marketplace(let mine), .marketplace(let theirs)): theirs == nil || mine == theirs
        case (.play(let mine), .play(let theirs)): theirs == nil || mine == theirs
        case (.appstore, .appstore), (.web, .web), (.enterprise, .enterprise), (.sideload, .sideload): true
        default: false
        }
    }

    private func isLive(_ offer: Offer, _ version: AppVersion, _ build: BuildNumber?) -> Bool {
        let isWithdrawn = made.manifest.policy.withdrawn?.contains(version: version, build: build) { .unknown } == .true
        return offer.state == .live && !isWithdrawn && offer.expiresAt.map { $0 > made.now } != false
            && offer.publishedAt.map { $0 <= made.now } != false
    }

    private func isOpen(_ offer: Offer, _ version: AppVersion, _ build: BuildNumber?, _ front: Storefront?) -> Bool {
        guard reaches(offer), isLive(offer, version, build) else { return false }
        guard let list = offer.storefronts else { return true }
        return front.map(list.contains) ?? false
    }

    private func newestVersion(_ front: Storefront?) -> AppVersion? {
        let seen = catalog.filter { release in release.offers.contains { reaches($0) && $0.source != Offer.asserted } }
        return (seen.isEmpty ? catalog : seen).filter { release in
            release.offers.contains {
                isOpen($0, release.version, release.build, front) && (seen.isEmpty || $0.source != Offer.asserted)
            }
        }.map(\.version).max()
    }

    /// Some release above the installed one has to be old enough.
    private func settlingObjection(_ rule: Rule, above installed: AppVersion) -> String? {
        guard rule.effect.releasedFor.seconds > 0 else { return nil }
        let limit = made.now.addingTimeInterval(-Double(rule.effect.releasedFor.seconds))
        let isSettled = catalog.contains { release in
            release.version >= installed
                && release.offers.contains { offer in
                    reaches(offer) && isLive(offer, release.version, release.build)
                        && (offer.publishedAt ?? offer.firstSeenAt).map { $0 <= limit } == true
                }
        }
        return isSettled ? nil : "not settled"
    }

    private func groupObjection(_ version: AppVersion, _ build: BuildNumber?) -> String? {
        guard case .testflight(let audience) = made.installation.channel, let installed = made.installation.version
        else {
            return nil
        }
        let new = offers(version, build).filter { $0.channel.isTestFlight }
        let live = new.filter { isLive($0, version, build) }.map(\.channel)
        if audience == nil, !live.contains(.testflight(nil)),
            !(live.contains(.testflight(.internal)) && live.contains(.testflight(.external)))
        {
            return "not open to both audiences"
        }
        let audienceOffers: (Offer) -> Bool = { audience == nil ? $0.channel.isTestFlight : reaches($0) }
        let mine = offers(installed, made.installation.build).filter(audienceOffers)
        guard !mine.isEmpty, !mine.contains(where: { $0.groups == nil }) else { return "own groups unknown" }
        guard !new.filter(audienceOffers).contains(where: { $0.groups == nil }) else { return "groups unknown" }
        let theirs = Set(new.filter(audienceOffers).compactMap(\.groups).flatMap(\.self))
        return Set(mine.compactMap(\.groups).flatMap(\.self)).isSubset(of: theirs) ? nil : "a group is missing"
    }
}
