public import AirworthyPolicy
import Foundation

extension Airworthy {
    /// Which policy is decided on now, and how old it is. From any thread, without waiting.
    public var policyStatus: PolicyStatus {
        let device = core.environment.now()
        return core.state.withLock { $0.policyStanding(at: device) }
    }

    /// The former name of ``policyStatus``.
    @available(*, deprecated, renamed: "policyStatus")
    public var standing: PolicyStatus { policyStatus }

    /// Decides as ``decision`` is decided, and says how. Nothing changes and nobody is asked. From any thread.
    /// - Parameters:
    ///   - version: The version to decide for; left out, the installed one. Text that is no version is decided as such.
    ///   - build: Its build; left out, the installed one, or an unknown one if `version` is another than the installed.
    /// - Returns: The decision with its trace. In a preview it is the preview's.
    public func explain(version: String? = nil, build: String? = nil) -> Decision {
        let device = core.environment.now()
        return core.state.withLock { state in
            var copy = state.installation
            if let version, version != copy.versionText {
                copy.versionText = version
                copy.version = try? AppVersion(version)
                copy.build = nil
            }
            if let build { copy.build = try? BuildNumber(build) }
            return state.answer(for: copy, at: device, trace: true)
        }
    }

    /// What is known and what follows, some lines for a debug screen or a bug report: the decision, the policy in force,
    /// and how the channel was told. It names no person and no device. From any thread, without waiting.
    public var summary: String {
        let device = core.environment.now()
        let (decision, standing, now, facts, wait) = core.state.withLock { state in
            (
                state.decision, state.policyStanding(at: device), state.corrected(device), state.decision.factsAsOf,
                state.secondsUntilDue(at: device)
            )
        }
        return [
            "decision: \(Self.line(decision))", "policy: \(Self.line(standing, at: now))",
            "facts: \(facts.map { "as of \(Timestamp.format($0))" } ?? "of no known date")",
            "next question: \(wait.map { $0 == 0 ? "due" : "in \(Self.span($0))" } ?? "asking now")",
            detector.summary,
        ].joined(separator: "\n")
    }

    private static func line(_ decision: Decision) -> String {
        var parts = ["\(decision.status.rawValue) (\(decision.reason))"]
        if decision.blocking { parts.append("blocking") }
        parts.append(decision.rule.map { "rule \($0)" } ?? "no rule")
        if let softened = decision.softened { parts.append("softened: \(softened)") }
        if let update = decision.update {
            parts.append("to \(update.version.map(String.init(describing:)) ?? update.url ?? "an unknown release")")
        }
        return parts.joined(separator: ", ")
    }

    private static func line(_ standing: PolicyStatus, at now: Date) -> String {
        var parts: [String]
        switch standing.source {
        case .none: return "none"
        case .server(let url): parts = ["the server \(url)"]
        case .manifest(let url): parts = ["the manifest \(url)"]
        case .config(let url): parts = ["the plain file \(url)"]
        case .bundled: parts = ["bundled"]
        case .rules: parts = ["in the app's code"]
        }
        if let revision = standing.revision { parts.append("revision \(revision)") }
        if let date = standing.issuedAt { parts.append("signed \(span(now.timeIntervalSince(date))) ago") }
        if let date = standing.confirmedAt { parts.append("confirmed \(span(now.timeIntervalSince(date))) ago") }
        if standing.isExpired {
            parts.append("expired")
        } else if let date = standing.expiresAt {
            parts.append("expires in \(span(date.timeIntervalSince(now)))")
        }
        return parts.joined(separator: ", ")
    }

    /// A time in the largest unit that is over; below zero is none.
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
