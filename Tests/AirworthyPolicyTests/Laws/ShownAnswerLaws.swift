import AirworthyPolicy
import Foundation
import Testing

/// The parts of a decision that explain it come from the right place, whatever the order in the file.
@Suite struct ShownAnswerLaws {
    @Test func `The expiry is the latest of the offers for the audience of the installation`() {
        forAllCases { made in
            guard case .testflight(let audience) = made.installation.channel, let build = made.installation.build else {
                return made.decision().expiry == nil ? nil : "an expiry without a beta"
            }
            let offers = made.manifest.catalog.releases.filter { release in
                release.platform == made.installation.platform && release.version == made.installation.version
                    && release.build == build
            }.flatMap(\.offers)
            let own = offers.filter { offer in
                guard case .testflight(let theirs) = offer.channel else { return false }
                return audience == nil || theirs == nil || theirs == audience
            }
            return made.decision().expiry == own.compactMap(\.expiresAt).max() ? nil : "the expiry of another audience"
        }
    }

    @Test func `The beta reminder carries the policy's meta alone`() {
        forAllCases { made in
            let decision = made.decision()
            guard decision.rule == Decision.betaExpiryRule else { return nil }
            return decision.meta == made.manifest.policy.meta ? nil : "the meta of another rule"
        }
    }

    @Test func `A build in review is not in TestFlight for features, whatever its channel`() {
        forAllCases { made in
            var reviewed = made
            reviewed.manifest.policy.rules = []
            reviewed.manifest.policy.features = [
                "f": Feature(
                    default: false,
                    rules: [Feature.Rule(id: "1", when: .not(.channel([.testflight(nil)])), value: true)])
            ]
            let isInReview = made.decision().reason == .inReview
            return isInReview && reviewed.decision().features["f"] != true ? "in TestFlight" : nil
        }
    }

    @Test func `A phased release is the reason only if the wait is over`() {
        forAllCases { made in
            let decision = made.decision()
            guard decision.reason == .phased else { return nil }
            var released = made
            released.editOffers { _, offer in offer.phase = nil }
            return released.decision().reason == .notSettled ? "the wait comes first" : nil
        }
    }

    @Test func `The decision does not depend on the order of releases and offers`() {
        forAllCases { made in
            var reversed = made
            let catalog = made.manifest.catalog
            let releases = catalog.releases.reversed().map { release in
                var release = release
                release.offers.reverse()
                return release
            }
            reversed.manifest.catalog = Catalog(app: catalog.app, asOf: catalog.asOf, releases: releases)
            let (before, after) = (made.decision(), reversed.decision())
            return before == after ? nil : "\(before.jsonValue.jsonText())\n\(after.jsonValue.jsonText())"
        }
    }
}
