import AirworthyPolicy
import Foundation

/// The text of ``Airworthy/summary`` about the decision, the policy and the installation, and its short form.
struct ClientSummary: Sendable, CustomStringConvertible {
    let decision: Decision
    let installation: Installation
    let status: PolicyStatus
    let now: Date
    let secondsUntilRefresh: TimeInterval?
    /// The mistakes of the app's code, one sentence each.
    let mistakes: [String]

    var description: String {
        let catalog = decision.factsAsOf.map { "as of \(Timestamp.format($0))" } ?? "of unknown date"
        let refresh = secondsUntilRefresh.map { $0 == 0 ? "due" : "in \(Self.span($0))" } ?? "under way"
        let lines = [
            "decision: \(decision.line)", "policy: \(policyLine)", "release data: \(catalog)",
            "next refresh: \(refresh)",
        ]
        return (lines + mistakes.map { "mistake: \(Self.oneLine($0))" } + installationLines).joined(separator: "\n")
    }

    /// The largest short report in UTF-8 bytes. A QR code of this size is still readable on a phone.
    static let longestShortReport = 800

    /// The status, the revision and the known facts, one a line. A line that does not fit in the limit is left out.
    var shortReport: String {
        let known = facts.filter { $0.value != "unknown" || $0.name == "channel" }
        let revision = status.revision.map { ["revision: \($0)"] } ?? []
        let lines = ["status: \(decision.status.rawValue)"] + revision + known.map { "\($0.name): \($0.value)" }
        return lines.reduce("") { report, line in
            let longer = report.isEmpty ? line : "\(report)\n\(line)"
            return longer.utf8.count <= Self.longestShortReport ? longer : report
        }
    }

    private var installationLines: [String] { facts.map { "\($0.name): \($0.value)" } }

    /// The facts that rules can match, as the dashboard of the server reads them. Only the names of attributes are here, because
    /// their values may identify a user.
    private var facts: [(name: String, value: String)] {
        let facts: [(name: String, value: String?)] = [
            ("platform", installation.platform.description), ("version", installation.versionText),
            ("build", installation.build?.description), ("channel", installation.channel.description),
            ("os", installation.os?.description), ("language", installation.language),
            ("storefront", installation.storefront?.code),
            (
                "attributes",
                installation.attributes.isEmpty ? "none" : installation.attributes.keys.sorted().joined(separator: ", ")
            ),
        ]
        return facts.map { ($0.name, Self.oneLine($0.value ?? "unknown")) }
    }

    /// Returns a text without line feeds, so that no value looks like another line.
    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private var policyLine: String {
        guard status.source != .none else { return "none" }
        var parts = [status.source.words]
        if let revision = status.revision { parts.append("revision \(revision)") }
        if let date = status.issuedAt { parts.append("signed \(Self.span(now.timeIntervalSince(date))) ago") }
        if let date = status.confirmedAt { parts.append("confirmed \(Self.span(now.timeIntervalSince(date))) ago") }
        if status.isExpired {
            parts.append("expired")
        } else if let date = status.expiresAt {
            parts.append("expires in \(Self.span(date.timeIntervalSince(now)))")
        }
        return parts.joined(separator: ", ")
    }

    /// Returns a duration in its largest suitable unit. A negative one counts as zero.
    private static func span(_ seconds: TimeInterval) -> String {
        let whole = Int(min(max(seconds, 0), 1e9))
        return switch whole {
        case 172_800...: "\(whole / 86_400) days"
        case 7_200...: "\(whole / 3_600) h"
        case 120...: "\(whole / 60) min"
        default: "\(whole) s"
        }
    }
}

extension Decision {
    /// The decision in one line, for logs and summaries.
    var line: String {
        var parts = ["\(status.rawValue) (\(reason))"]
        if blocking { parts.append("blocking") }
        parts.append(rule.map { "rule \($0)" } ?? "no rule")
        if let softened { parts.append("relaxed: \(softened)") }
        if let update {
            parts.append("to \(update.version.map(String.init(describing:)) ?? update.url ?? "an unknown release")")
        }
        return parts.joined(separator: ", ")
    }
}
