import AirworthyPolicy
import Foundation

extension FuzzTarget {
    /// A decision and its presentation. The input is an object with `manifest`, `installation`, `now`, `history` and
    /// more; unreadable members count as absent.
    static let decide = FuzzTarget(name: "decide") { bytes in
        guard let root = (try? JSONReader.read(bytes))?.jsonValue, let document = root["manifest"],
            let manifest = try? ManifestReader.read(json: document.jsonBytes())
        else { return }
        let installation = Installation(facts: root["installation"] ?? .null)
        let now = date(root["now"]) ?? Date(timeIntervalSince1970: 1_795_132_800)
        let confirmedAt = date(root["confirmedAt"])
        let storedAt = date(root["storedAt"])
        func answer(trace: Bool) -> Decision {
            AirworthyPolicy.decide(
                manifest, for: installation, at: now, confirmedAt: confirmedAt, storedAt: storedAt, trace: trace)
        }
        let decision = answer(trace: false)
        check(answer(trace: false) == decision, "a decision is always the same")
        var traced = answer(trace: true)
        check(traced.trace != nil, "a trace is given when asked for")
        check((try? JSONReader.read(traced.jsonValue.jsonBytes())) != nil, "a decision is JSON")
        traced.trace = nil
        check(traced == decision, "a trace changes nothing")
        checkDecision(decision, manifest: manifest, installation: installation, now: now)
        if let end = manifest.effectiveExpiry(storedAt: storedAt), end <= now {
            check(!decision.blocking && decision.status != .required, "an expired manifest does not block")
        }
        checkPresentation(of: decision, installation: installation, history: root["history"] ?? .null, now: now)
    }

    private static func checkDecision(
        _ decision: Decision, manifest: Manifest, installation: Installation, now: Date
    ) {
        if decision.blocking {
            check(
                [.required, .requiredUnavailable, .maintenance].contains(decision.status), "only these statuses block")
            check(decision.softened == nil, "a relaxed decision does not block")
            check(installation.version != nil, "an unreadable version is not blocked")
        }
        if decision.status == .required {
            check(decision.update?.url != nil, "a required update has a URL")
        }
        if let url = decision.update?.url { check(OpenableURL.isOpenable(url), "only openable URLs are offered") }
        if let rule = decision.rule, !rule.hasPrefix("$") {
            check(manifest.policy.rules.contains { $0.id == rule }, "the rule that decided is in the policy")
        }
        if let next = decision.reevaluateAt { check(next > now, "time changes the decision later, not before") }
        check(Set(decision.features.keys) == Set(manifest.policy.features.keys), "every feature has a value")
    }

    private static func checkPresentation(
        of decision: Decision, installation: Installation, history stored: JSONValue, now: Date
    ) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 32_400) ?? calendar.timeZone
        let history = PromptHistory(stored)
        checkStored(PromptHistory(history.jsonValue))
        let launched = history.after(.launched(installation), at: now, calendar: calendar).history
        checkStored(launched)
        let shown = present(decision, history: launched, context: .init(.launch), at: now, calendar: calendar)
        if decision.status == .required, decision.blocking {
            var isShown = shown.isBlocking
            if case .prompt = shown.content { isShown = true }
            check(isShown, "a required update is shown at launch")
        }
        if !decision.blocking { check(!shown.isBlocking, "only a blocking decision is shown as a gate") }
        if let next = shown.nextAt { check(next > now, "asking again is later") }
        for event in [
            PromptEvent.answered(.skip, to: decision), .answered(.later, to: decision), .bannerShown,
            .storeTrip(for: decision, opened: true), .returned(away: Period(seconds: 7_200)),
        ] {
            checkStored(launched.after(event, at: now, calendar: calendar).history)
        }
    }

    private static func checkStored(_ history: PromptHistory) {
        check(PromptHistory(history.jsonValue) == history, "a stored history is read as the same")
    }

    private static func date(_ json: JSONValue?) -> Date? { json?.stringValue.flatMap(Timestamp.parse) }
}

extension Installation {
    /// Creates an installation from the form of the conformance cases; unreadable members count as absent.
    init(facts: JSONValue) {
        func text(_ key: String) -> String? { facts[key]?.stringValue }
        self.init(
            platform: Platform(text("platform") ?? "ios"), version: text("version") ?? "",
            build: text("build").flatMap { try? BuildNumber($0) }, channel: Channel(text("channel") ?? "unknown"),
            os: text("os").flatMap { OperatingSystem($0) }, language: text("language"),
            storefront: text("storefront").flatMap { Storefront($0) }, installID: text("installID"),
            attributes: Dictionary(
                (facts["attributes"]?.objectValue?.members ?? []).map { ($0.key, $0.value) },
                uniquingKeysWith: { first, _ in first }))
    }
}
