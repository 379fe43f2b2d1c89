import Airworthy
import AirworthyPolicy
import Foundation

/// What a client knows and what follows, in lines for developers. English only, like the engine's own words.
struct DebugReport: Hashable, Sendable {
    struct Row: Hashable, Sendable {
        var name: String
        var value: String

        init(_ name: String, _ value: String?) {
            self.name = name
            self.value = value ?? "unknown"
        }
    }

    struct Section: Hashable, Sendable {
        var title: String
        var rows: [Row]
    }

    var sections: [Section]

    /// - Parameters:
    ///   - airworthy: The client.
    ///   - version: The version to decide for; empty is the installed one.
    ///   - build: Its build; empty is the installed one, or none for another version.
    init(_ airworthy: Airworthy, version: String = "", build: String = "") {
        let decision = airworthy.explain(
            version: version.isEmpty ? nil : version, build: build.isEmpty ? nil : build)
        sections = [
            Section(title: "This copy", rows: Self.facts(airworthy.installation, airworthy.detectedChannel)),
            Section(title: "Policy in force", rows: Self.standing(airworthy.policyStatus)),
            Section(title: "Decision", rows: Self.decision(decision)),
        ]
        if let trace = decision.trace { sections += Self.trace(trace) }
        let features = decision.features.sorted { $0.key < $1.key }
        if !features.isEmpty {
            sections.append(Section(title: "Features", rows: features.map { Row($0.key, "\($0.value)") }))
        }
        sections.append(
            Section(
                title: "Summary", rows: airworthy.summary.split(separator: "\n").map { Row("", String($0)) }))
    }

    private static func facts(_ copy: Installation, _ channel: DetectedChannel) -> [Row] {
        [
            Row("Platform", copy.platform.displayName), Row("Version", copy.versionText),
            Row("Build", copy.build.map { "\($0)" }), Row("Channel", "\(channel.channel)"),
            Row("Told from", channel.evidence + (channel.isProvisional ? ", provisional" : "")),
            Row("System", copy.os.map { "\($0)" }), Row("Language", copy.language),
            Row("Storefront", copy.storefront.map { "\($0)" }),
        ] + copy.attributes.sorted { $0.key < $1.key }.map { Row($0.key, "\($0.value)") }
    }

    private static func standing(_ standing: PolicyStatus) -> [Row] {
        [
            Row("Source", "\(standing.source)"), Row("Revision", standing.revision.map { "\($0)" } ?? "none"),
            Row("Signed", standing.issuedAt.map(date) ?? "no"),
            Row("Confirmed", standing.confirmedAt.map(date) ?? "never"),
            Row("Expires", standing.expiresAt.map(date) ?? "never"), Row("Expired", standing.isExpired ? "yes" : "no"),
        ]
    }

    private static func decision(_ decision: Decision) -> [Row] {
        [
            Row("Status", decision.status.rawValue), Row("Blocking", decision.blocking ? "yes" : "no"),
            Row("Reason", "\(decision.reason)"), Row("Rule", decision.rule ?? "none"),
            Row("Decided for", decision.installedVersion),
            Row("Update", decision.update.map(name) ?? "none"), Row("Link", decision.update?.url ?? "none"),
            Row("Newest", decision.newest.map(name)), Row("Deadline", decision.deadline.map(date) ?? "none"),
            Row("Beta expires", decision.expiry.map(date) ?? "never"), Row("Softened", decision.softened ?? "no"),
            Row("Facts as of", decision.factsAsOf.map(date)),
        ]
    }

    private static func trace(_ trace: Trace) -> [Section] {
        [
            Section(
                title: "Rules",
                rows: trace.rules.map { step in
                    Row(
                        (step.decided ? "➤ " : "") + step.rule,
                        "\(step.condition.truth): \(line(step.condition))"
                            + (step.outcome.isEmpty ? "" : " → \(step.outcome)"))
                }),
            Section(title: "Offers", rows: trace.offers.map { Row("\($0.release), \($0.channel)", $0.verdict) }),
            Section(title: "Notes", rows: trace.notes.map { Row("", $0) }),
        ].filter { !$0.rows.isEmpty }
    }

    private static func line(_ node: Trace.ConditionStep) -> String {
        guard node.parts.isEmpty else {
            return "\(node.key)(" + node.parts.map(line).joined(separator: ", ") + ")"
        }
        return "\(node.key) \(node.expected)" + (node.seen.map { ", seen \($0)" } ?? "")
    }

    private static func name(_ update: Decision.Update) -> String {
        guard let version = update.version else { return update.url ?? "unknown" }
        return update.build.map { "\(version) (\($0))" } ?? "\(version)"
    }

    private static func date(_ date: Date) -> String { Timestamp.format(date) }
}
