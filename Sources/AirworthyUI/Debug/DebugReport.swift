import Airworthy
import AirworthyPolicy
import Foundation

/// The state of a client, as lines for developers. English only, like the texts of the trace.
struct DebugReport: Hashable, Sendable {
    struct Row: Hashable, Sendable {
        var name: String
        var value: String
    }

    struct Section: Hashable, Sendable {
        var title: String
        var rows: [Row]

        fileprivate init(title: String, rows: [Row]) {
            self.title = title
            self.rows = rows
        }

        /// Creates a section from names and values. A missing value is `unknown`.
        fileprivate init(title: String, values: KeyValuePairs<String, String?>) {
            self.init(title: title, rows: values.map { Row(name: $0.key, value: $0.value ?? "unknown") })
        }

        /// Creates a section of lines without names.
        fileprivate init(title: String, lines: [String]) {
            self.init(title: title, rows: lines.map { Row(name: "", value: $0) })
        }
    }

    var sections: [Section]

    /// Creates a report, for the installed version or another one.
    /// - Parameters:
    ///   - airworthy: The client.
    ///   - version: The version to decide for; empty for the installed one.
    ///   - build: The build to decide for; empty for the installed one, or for none if `version` is another version.
    init(_ airworthy: Airworthy, version: String = "", build: String = "") {
        let decision = airworthy.explain(
            version: version.isEmpty ? nil : version, build: build.isEmpty ? nil : build)
        sections = [
            Self.section(of: airworthy.installation, channel: airworthy.detectedChannel),
            Self.section(of: airworthy.policyStatus),
            Self.section(of: decision),
        ]
        if let trace = decision.trace { sections += Self.sections(of: trace) }
        let features = decision.features.sorted { $0.key < $1.key }
        if !features.isEmpty {
            sections.append(
                Section(title: "Features", rows: features.map { Row(name: $0.key, value: $0.value.jsonText()) }))
        }
    }

    private static func section(of installation: Installation, channel: DetectedChannel) -> Section {
        var section = Section(
            title: "Installed app",
            values: [
                "Platform": installation.platform.displayName, "Version": installation.versionText,
                "Build": installation.build.map { "\($0)" }, "Channel": "\(channel.channel)",
                "Channel evidence": channel.evidence + (channel.isProvisional ? " (provisional)" : ""),
                "Operating system": installation.os.map { "\($0)" }, "Language": installation.language,
                "Storefront": installation.storefront.map { "\($0)" },
            ])
        section.rows += installation.attributes.sorted { $0.key < $1.key }.map {
            Row(name: $0.key, value: $0.value.jsonText())
        }
        return section
    }

    private static func section(of status: PolicyStatus) -> Section {
        Section(
            title: "Policy in force",
            values: [
                "Source": status.source.words, "Revision": status.revision.map { "\($0)" } ?? "none",
                "Signed on": status.issuedAt.map(date) ?? "not signed",
                "Last confirmed": status.confirmedAt.map(date) ?? "never",
                "Expires": status.expiresAt.map(date) ?? "never", "Expired": status.isExpired ? "yes" : "no",
            ])
    }

    private static func section(of decision: Decision) -> Section {
        Section(
            title: "Decision",
            values: [
                "Status": decision.status.rawValue, "Blocks the app": decision.blocking ? "yes" : "no",
                "Reason": "\(decision.reason)", "Deciding rule": decision.rule ?? "none",
                "For version": decision.installedVersion, "Update to": decision.update.map(name) ?? "none",
                "Update link": decision.update?.url ?? "none", "Newest release": decision.newest.map(name),
                "Update required from": decision.deadline.map(date) ?? "no date",
                "Beta expires": decision.expiry.map(date) ?? "never",
                "Relaxed after expiry": decision.softened == nil ? "no" : "yes",
                "Release data as of": decision.factsAsOf.map(date),
            ])
    }

    private static func sections(of trace: Trace) -> [Section] {
        [
            Section(
                title: "Rules",
                rows: trace.rules.map { step in
                    Row(
                        name: step.rule + (step.decided ? " (decides)" : ""),
                        value: "\(step.condition.truth): \(line(for: step.condition))"
                            + (step.outcome.isEmpty ? "" : " → \(step.outcome)"))
                }),
            Section(
                title: "Offers",
                rows: trace.offers.map { Row(name: "\($0.release), \($0.channel)", value: $0.verdict) }),
            Section(title: "Notes", lines: trace.notes),
        ].filter { !$0.rows.isEmpty }
    }

    private static func line(for step: Trace.ConditionStep) -> String {
        guard step.parts.isEmpty else {
            return "\(step.key)(" + step.parts.map(line).joined(separator: ", ") + ")"
        }
        return "\(step.key) \(step.expected)" + (step.seen.map { ", actual: \($0)" } ?? "")
    }

    private static func name(of update: Decision.Update) -> String {
        guard let version = update.version else { return "an unknown version" }
        return update.build.map { "\(version) (\($0))" } ?? "\(version)"
    }

    private static func date(_ date: Date) -> String { Timestamp.format(date) }
}
