import AirworthyPolicy
import Foundation
import Testing

/// The laws are meaningful only if the cases cover every result of the engine.
@Suite struct CoverageLaws {
    @Test func `At least one per cent of the cases have each status, reason and limit`() {
        var counts: [String: Int] = [:]
        for made in LawCase.all {
            let decision = made.decision()
            for mark in Self.marks(made, decision) { counts[mark, default: 0] += 1 }
        }
        let wanted = Decision.Status.allCases.map(\.rawValue) + Self.reasons.map(\.rawValue) + Self.guards
        for mark in wanted {
            let count = counts[mark, default: 0]
            #expect(count * 100 >= SeededGenerator.cases, "\(mark): \(count) of \(SeededGenerator.cases)")
        }
    }

    private static let reasons: [Reason] = [
        .noRule, .matched, .exempt, .upToDate, .targetReached, .stepNotNamed, .maintenanceOver, .beforeDeadline,
        .betaExpiry, .unreadableVersion, .newerThanKnown, .undecidedExemption, .inReview, .foreignHost,
        .testFlightGroups, .unconfirmedDeadline, .osTooOld, .notInStorefront, .notSettled, .noOffer, .loop, .noURL,
        .noEvidence, .phased,
    ]

    private static let guards = [
        "softened", "leavesBeta", "asserted and required", "lowered required", "not blocking for doubt", "blocked",
        "TestFlight required", "plain TestFlight lowered", "storefront unknown and required", "features differ",
        "passed deadline", "reevaluateAt", "skippable",
    ]

    private static func marks(_ made: LawCase, _ decision: Decision) -> Set<String> {
        var marks: Set<String> = [decision.status.rawValue, decision.reason.rawValue]
        func mark(_ name: String, _ condition: Bool) { if condition { marks.insert(name) } }
        let isRequired = decision.status == .required
        mark("softened", decision.softened != nil)
        mark("leavesBeta", decision.update?.leavesBeta == true)
        mark("asserted and required", isRequired && decision.update?.evidence == .asserted)
        mark("lowered required", decision.status == .recommended && decision.reason == .undecidedExemption)
        mark("not blocking for doubt", decision.reason == .undecidedExemption && !decision.blocking)
        mark("blocked", decision.status == .requiredUnavailable && decision.blocking)
        mark("TestFlight required", isRequired && made.installation.channel.isTestFlight)
        mark(
            "plain TestFlight lowered",
            decision.reason == .testFlightGroups && made.installation.channel == .testflight(nil))
        mark("storefront unknown and required", isRequired && made.installation.storefront == nil)
        mark("features differ", decision.features.values.contains(true) || decision.features.count > 1)
        mark("passed deadline", isRequired && decision.deadline != nil)
        mark("reevaluateAt", decision.reevaluateAt != nil)
        mark("skippable", decision.skippable)
        return marks
    }
}
