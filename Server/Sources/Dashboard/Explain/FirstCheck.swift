package import AirworthyPolicy
import Foundation

/// The first thing to look at, for somebody who expected another decision about an installation.
package struct FirstCheck: Sendable {
    private let decision: Decision
    private let installation: Installation
    private let manifest: Manifest
    private let app: String
    private let reported: ReportedDecision

    /// Creates the check of a decision with its trace. `app` is for commands; `reported` is what the device's own
    /// report says.
    package init(
        _ decision: Decision, of installation: Installation, by manifest: Manifest, app: String,
        reported: ReportedDecision = ReportedDecision()
    ) {
        self.decision = decision
        self.installation = installation
        self.manifest = manifest
        self.app = app
        self.reported = reported
    }

    /// One or two sentences; `nil` if the decision says all there is.
    package var sentence: String? { differentReport ?? otherGroup ?? debugBuild ?? reasonToCheck }

    // MARK: The report

    /// Why the device decided otherwise.
    private var differentReport: String? {
        guard let status = reported.status, status != decision.status else { return nil }
        if let revision = reported.revision, let current = decision.revision, revision != current {
            return revision < current
                ? "The app has revision \(revision), and \(current) is in force: let it fetch, then look again."
                : "The app has revision \(revision), newer than \(current) here: it asks another server, or this one was "
                    + "restored from a backup."
        }
        if let (rule, name) = missingAttribute {
            return "The rule \(rule) asks for the attribute \(name), whose value no report has: add it and look again."
        }
        if let rule = rule(with: { $0.key == "rollout" && $0.truth == .undecided }) {
            return "The rule \(rule) is for a share of the devices, and a report does not say which one it is of: "
                + "the device may be on either side."
        }
        return "The device decides otherwise by the same rules: compare its clock, and the facts that rules ask for."
    }

    private var missingAttribute: (rule: String, name: String)? {
        for name in reported.attributes {
            if let rule = rule(with: { $0.key == "attributes.\(name)" && $0.seen == "absent" }) { return (rule, name) }
        }
        return nil
    }

    /// The first rule with such a condition anywhere.
    private func rule(with isMeant: (Trace.ConditionStep) -> Bool) -> String? {
        func contains(_ step: Trace.ConditionStep) -> Bool { isMeant(step) || step.parts.contains(where: contains) }
        return decision.trace?.rules.first { contains($0.condition) }?.rule
    }

    // MARK: The channel

    /// A newer build that nobody with the installed one is sent to.
    private var otherGroup: String? {
        guard installation.channel.isTestFlight, let newest = decision.newest, let update = decision.update,
            newest.version != update.version || newest.build != update.build, !update.leavesBeta,
            decidingRule?.effect.target == nil, let name = newest.name
        else { return nil }
        return
            "\(name) is newer, but not known to be in every group that has the installed build, so nobody is sent there."
    }

    private var debugBuild: String? {
        guard installation.channel == .debug, !decision.blocking else { return nil }
        return "Debug builds are never blocked. To see the gate in Xcode, add the launch argument "
            + "-AirworthyDecision required."
    }

    private var decidingRule: Rule? { manifest.policy.rules.first { $0.id == decision.rule } }

    // MARK: The reason

    private var reasonToCheck: String? {
        switch decision.reason {
        case .osTooOld: oldSystem
        case .notInStorefront: otherStorefront
        case .noOffer: noOffer
        case .noEvidence:
            "No release on \(installation.channel) is known, so no update to one is required: \(sync) asks Apple, "
                + "airworthy catalog import FILE --app \(app) takes releases from a file."
        case .newerThanKnown: "No known release is as new as the installed build: \(sync) asks Apple for newer ones."
        case .notSettled: "The release counts only once it has been out for long enough\(next)."
        case .phased:
            "The phased release has not reached every device; by hand the update can be had from its page now\(next)."
        case .loop: "Whoever installs the update would have to update again at once: look at the rule that asks for it."
        case .noURL: "No link leads to the update: give the policy an appleID, or the offer a url."
        case .undecidedExemption: undecidedExemption
        case .testFlightGroups:
            "It is not known whether this tester's groups have the build: \(sync) asks App Store Connect."
        case .inReview: "This build is in App Review, and nothing blocks a reviewer."
        case .foreignHost: "The app runs on a system of another platform, where no update is required."
        case .stepNotNamed: "The rule \(reasonRule) names no level for a step of this size: look at its perChange."
        case .noRule: noRule
        case .exempt: "The rule \(reasonRule) exempts it, and stands above the rules that would not."
        case .matched: matched
        default: nil
        }
    }

    /// The rule that the reason is about, which need not have decided.
    private var reasonRule: String {
        let outcome = "nothing: \(decision.reason)"
        return decision.rule ?? decision.trace?.rules.first { $0.outcome == outcome }?.rule ?? ""
    }

    private var sync: String { "airworthy catalog sync --app \(app)" }

    /// The time when the decision may change by itself.
    private var next: String {
        decision.reevaluateAt.map { "; look again after \(Moment.text($0, withTime: true))" } ?? ""
    }

    private var oldSystem: String? {
        guard let system = installation.os, let offer = offer(with: "osTooOld") else { return nil }
        let needed = release(named: offer.release)?.minimumOS
        let older = needed.map { "older than \($0), which \(offer.release) needs" } ?? "too old for \(offer.release)"
        return "The device's \(system) is \(older): nothing is offered."
    }

    private var otherStorefront: String? {
        guard let offer = offer(with: "notInStorefront") else { return nil }
        let sold = release(named: offer.release)?.offers.filter { $0.channel == offer.channel }.compactMap(
            \.storefronts)
        let codes = Set((sold ?? []).flatMap { $0 }.map(\.code)).sorted()
        let places = codes.isEmpty || codes.count > 8 ? "" : ", but in \(Words.list(codes))"
        guard let storefront = installation.storefront else {
            return "The storefront is not known, and \(offer.release) is not sold in all of them: find out the country "
                + "of the account."
        }
        return "\(offer.release) is not sold in \(storefront.code)\(places): nothing is offered."
    }

    private var noOffer: String? {
        guard let offer = decision.trace?.offers.first else {
            return "No release newer than \(decision.installedVersion) is known: \(sync) asks Apple."
        }
        guard offer.verdict != "installable" else { return nil }
        return "The newest release \(offer.release) \(offer.words): nothing is offered."
    }

    private var undecidedExemption: String? {
        let steps = decision.trace?.rules ?? []
        let above = steps.prefix { !$0.decided }
        guard let step = above.first(where: { $0.condition.truth == .undecided }) else {
            return "A fact is missing that may spare the installation: give the build and the channel."
        }
        return "The rule \(step.rule) may spare it, because \(step.condition.whyNot): find that out first."
    }

    private var noRule: String? {
        guard let rules = decision.trace?.rules, let first = rules.first else {
            return "The policy has no rules."
        }
        let step = rules.first { $0.condition.truth == .undecided } ?? first
        guard step.condition.truth != .true else { return nil }
        return "The rule \(step.rule) does not apply, because \(step.condition.whyNot)."
    }

    private var matched: String? {
        switch decision.status {
        case .required:
            guard decision.softened == nil else {
                return "The manifest has expired, so it blocks nothing: publish again."
            }
            guard let update = decision.update, let url = update.url else { return nil }
            return "\(update.name ?? "The update") can be installed: open \(url) on the device."
        case .recommended:
            let next =
                switch decision.remind {
                case .always, nil: "the app asks at each launch, and goes on after an answer."
                case .daily: "a user who has answered is asked again on the next day at the earliest."
                case .weekly: "a user who has answered is asked again seven days later at the earliest."
                case .every(let period): "a user who has answered is asked again \(period) later at the earliest."
                case .once: "a user who has answered is not asked again for this release."
                }
            return "The update is only recommended: \(next)"
        case .ok, .requiredUnavailable, .maintenance: return nil
        }
    }

    // MARK: Releases

    /// The newest release with an obstacle.
    private func offer(with verdict: String) -> Trace.OfferStep? {
        func version(_ offer: Trace.OfferStep) -> AppVersion? { try? UpdateTarget(offer.release).version }
        let offers = decision.trace?.offers.filter { $0.verdict == verdict } ?? []
        guard let newest = offers.compactMap(version).max() else { return offers.first }
        return offers.first { version($0) == newest }
    }

    private func release(named name: String) -> Release? {
        manifest.catalog.releases.first { release in
            release.platform == installation.platform
                && "\(release.version)" + (release.build.map { " (\($0))" } ?? "") == name
        }
    }
}
