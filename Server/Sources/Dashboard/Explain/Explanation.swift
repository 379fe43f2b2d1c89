package import AirworthyPolicy
package import ControlPlane
package import Foundation

/// The decision about one installation with the reasons for it in words, and the first thing to look at.
package struct Explanation: Sendable {
    /// A known release, and whether the installation can get it.
    struct OfferLine: Sendable {
        let release: String
        let place: String
        let verdict: String
        let style: String
    }

    let app: String
    let installation: Installation
    /// The time that the decision is for.
    let instant: Date
    /// The decision, with its trace.
    package let decision: Decision
    let reported: ReportedDecision
    /// The rules in order.
    let rules: [RuleTrace]
    /// The facts that are missing, and the consequences.
    let notes: [String]
    /// The known releases.
    let offers: [OfferLine]
    /// The first thing to look at, for somebody who expected another decision.
    let firstCheck: String?
    /// How the decision compares with the device's own report; empty without one.
    let comparison: [String]

    /// Decides as a device does that has just got the manifest; by default for now, or for the manifest's date of issue
    /// if that is later. `reported` is what the device's own report says.
    package init(
        of installation: Installation, reported: ReportedDecision = ReportedDecision(), at time: Date? = nil, now: Date,
        app: String, head: LoadedHead
    ) {
        // A device takes the date of issue for the time if its clock is behind.
        instant = time ?? max(now, head.manifest.issuedAt ?? now)
        decision = decide(head.prepared, for: installation, at: instant, confirmedAt: instant, trace: true)
        self.app = app
        self.installation = installation
        self.reported = reported
        rules = RuleTrace.all(of: decision, policy: head.manifest.policy, at: instant)
        notes = decision.trace?.notes.map(Self.note) ?? []
        offers = (decision.trace?.offers ?? []).map { offer in
            OfferLine(
                release: offer.release,
                place: Words.capitalized(offer.channel.label) + (offer.storefront.map { ", \($0.code)" } ?? ""),
                verdict: offer.words, style: offer.style)
        }
        firstCheck =
            FirstCheck(decision, of: installation, by: head.manifest, app: app, reported: reported).sentence
        comparison = reported.comparison(with: decision)
    }

    /// A note of the engine, which begins with the key of a condition.
    private static func note(_ text: String) -> String {
        Words.capitalized(text.hasPrefix("os: ") ? "system: \(text.dropFirst(4))" : text)
    }

    /// The JSON of the API.
    package var jsonValue: JSONValue {
        [
            "schema": 1, "app": .string(app), "decision": decision.jsonValue, "sentence": .string(decision.sentence),
            "firstCheck": .of(firstCheck), "report": .array(comparison.map { .string($0) }),
            "rules": .array(
                rules.map { rule in
                    [
                        "rule": .string(rule.id), "sentence": .string(rule.sentence), "result": .string(rule.word),
                        "reason": .string(rule.reason),
                    ]
                }),
            "releases": .array(
                offers.map { offer in
                    [
                        "release": .string(offer.release), "place": .string(offer.place),
                        "verdict": .string(offer.verdict),
                    ]
                }),
            "notes": .array(notes.map { .string($0) }),
        ]
    }
}
