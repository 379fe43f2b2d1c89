import AirworthyPolicy
import ControlPlane
import Foundation
import LaunchScreens

/// A decision with everything that explains it, for people.
struct ExplainAnswer: Sendable {
    /// A name with its value.
    struct Fact: Sendable {
        let name: String
        let value: String
    }

    /// A feature with its value.
    struct FeatureLine: Sendable {
        let name: String
        let value: String
        /// The rule that gave the value; `nil` for the default.
        let rule: String?
    }

    let explanation: Explanation
    let sentence: String
    let style: String
    let label: String
    let facts: [Fact]
    /// The time when the decision may change by itself.
    let change: Moment?
    let features: [FeatureLine]
    let screen: PhoneFrame?
    /// The address of the page with all screens of the deciding rule.
    let screensPath: String?
    /// The command line that gives the same decision.
    let command: String
    /// The request that gives a device the same decision.
    let deviceRequest: String

    /// Shows the decision with its reasons. `time` is the one that was asked for; `nil` for now. `server` is the
    /// address of this server.
    init(_ explanation: Explanation, at time: Date?, now: Date, head: LoadedHead, server: String?) {
        self.explanation = explanation
        let (decision, installation, app) = (explanation.decision, explanation.installation, explanation.app)
        sentence = decision.sentence
        style = decision.blocking || decision.status == .ok ? decision.status.style : "warn"
        label = decision.blocking ? "blocked" : decision.status == .ok ? "may carry on" : "not blocked"
        facts = Self.facts(of: decision, now: now)
        change = decision.reevaluateAt.map { Moment($0, now: now) }
        features = decision.features.sorted { $0.key < $1.key }.map { feature in
            FeatureLine(
                name: feature.key, value: feature.value.jsonText(), rule: decision.trace?.features[feature.key])
        }
        let language = installation.language ?? head.manifest.policy.defaultLanguage
        screen = LaunchScreen(language: language, at: explanation.instant).content(for: decision, of: installation).map
        {
            PhoneFrame($0, language: language)
        }
        screensPath = decision.rule.flatMap { rule in
            head.manifest.policy.rules.contains { $0.id == rule }
                ? Place.screens.path(of: app) + PathText.query([("rule", rule)]) : nil
        }
        let commands = ExplainCommands(installation, at: time, app: app, server: server)
        command = commands.decide
        deviceRequest = commands.deviceRequest
    }

    private static func facts(of decision: Decision, now: Date) -> [Fact] {
        func date(_ date: Date) -> String {
            "\(Moment.text(date, withTime: true)) (\(Moment.relative(to: date, from: now)))"
        }
        let all: [(name: String, value: String?)] = [
            ("Deciding rule", decision.rule ?? "none"),
            ("Reason", "\(Words.capitalized(decision.reason.words)) (\(decision.reason.rawValue))"),
            ("Update to", decision.update.map { $0.name ?? "whatever its page offers" }),
            ("Where", decision.update?.url ?? decision.maintenance?.url),
            ("Needs", decision.update?.minimumOS.map { "\(decision.platform.displayName) \($0) or later" }),
            (
                "Newest release on this channel",
                decision.newest?.name
                    ?? (decision.factsAsOf == nil
                        ? "unknown: no release data" : "none that this installation can install")
            ),
            ("Required from", decision.deadline.map(date)),
            ("Beta ends", decision.expiry.map(date)),
            ("Asks again", decision.remind.map { "\($0)" + (decision.skippable ? ", may be skipped" : "") }),
            ("Manifest", decision.revision.map { "revision \($0)" }),
            ("Release data", decision.factsAsOf.map { "as of \(date($0))" }),
        ]
        return all.compactMap { fact in fact.value.map { Fact(name: fact.name, value: $0) } }
    }
}
