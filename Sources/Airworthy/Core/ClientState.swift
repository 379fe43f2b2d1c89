import AirworthyPolicy
import AirworthySupport
import AirworthyTrust
import Foundation

/// Everything the client knows, behind one lock. It does no I/O and looks at no clock.
struct ClientState: Sendable {
    let policies: [PolicySource]
    let facts: ReleaseSource?
    /// The app's own facts. The id and the channel are added by the client.
    var installation: Installation
    var stored: StoredState
    /// What was read of each source that is stored under a key.
    var loaded: [String: LoadedPolicy] = [:]
    /// What ships with the app, by its place among the sources.
    var builtIn: [Int: LoadedPolicy] = [:]
    var overrides: [String: JSONValue] = [:]
    /// When the policy sources may be asked.
    var refresh = RefreshState.idle
    /// When the App Store may be asked.
    var factsRefresh = RefreshState.idle
    /// How the last refresh ended.
    var lastResult = RefreshResult()
    var screen = ScreenState()
    var wasAgingReported = false
    /// Whether the app names the storefront itself.
    var isStorefrontSaid: Bool
    /// What still belongs to the launch: a block that comes with it rises, whatever it had to wait for.
    var launch: Set<LaunchPart> = [.answer, .channel, .storefront]
    var isInBackground = false
    var leftAt: Date?
    /// The answer whatever is known, in a preview.
    var fixed: Decision?
    /// The current answer.
    var decision: Decision

    init(
        policies: [PolicySource], facts: ReleaseSource?, installation: Installation, stored: StoredState
    ) {
        (self.policies, self.facts, self.stored) = (policies, facts, stored)
        var installation = installation
        installation.installID = installation.installID ?? stored.installID
        isStorefrontSaid = installation.storefront != nil
        installation.storefront = installation.storefront ?? stored.storefront
        self.installation = installation
        decision = Decision(.ok, for: installation)
    }

    /// The keys under which sources store what they said.
    var keys: [String] { policies.compactMap(\.key) }

    /// The device's clock, corrected.
    func corrected(_ device: Date) -> Date { device.addingTimeInterval(stored.correction) }

    /// The first server among the sources.
    var server: PolicySource.Server? { policies.lazy.compactMap(\.server).first }

    /// The source whose policy is decided on: the first in their order whose lifetime is not over, else the first.
    func standing(at device: Date) -> (source: PolicySource, policy: LoadedPolicy)? {
        let candidates = policies.indices.compactMap { index in
            (builtIn[index] ?? policies[index].key.flatMap { loaded[$0] }).map { (source: policies[index], policy: $0) }
        }
        return candidates.first { !$0.policy.isExpired(device, correction: stored.correction) } ?? candidates.first
    }

    /// What is decided on. Without any rules there are still facts, so that a check view can name the newest release.
    func inForce(at device: Date) -> LoadedPolicy {
        standing(at: device)?.policy ?? LoadedPolicy(manifest: Manifest(policy: Policy(rules: [])), vouched: .code)
    }

    /// The instant everything is judged for.
    func now(_ device: Date) -> Date { inForce(at: device).now(device, correction: stored.correction) }

    /// What the App Store said about the installation's store.
    var lookedUp: Catalog? {
        guard let facts, let memory = stored.facts, facts.storefront(for: installation) == memory.storefront
        else { return nil }
        return memory.catalog
    }

    /// Answers anew.
    mutating func decideAgain(at device: Date) { decision = answer(for: installation, at: device) }

    /// The answer for a copy on this device.
    func answer(for copy: Installation, at device: Date, trace: Bool = false) -> Decision {
        if let fixed { return fixed }
        var answer = inForce(at: device).decision(
            for: copy, facts: lookedUp, at: device, correction: stored.correction,
            unsignedMayBlock: !stored.hasAcceptedSigned, trace: trace)
        answer.features.merge(overrides) { _, override in override }
        return answer
    }

    /// Decides for another storefront from now on, and at the next launch.
    mutating func setStorefront(_ storefront: Storefront?) {
        stored.storefront = storefront
        guard installation.storefront != storefront else { return }
        installation.storefront = storefront
        if facts?.country == nil { factsRefresh = factsRefresh.forgotten }
    }

    /// Whether an answer of any source is awaited.
    var isFetching: Bool { refresh.isFetching || factsRefresh.isFetching }

    /// Whether the decision rests on a stored policy that is being asked for again.
    var isRechecking: Bool { refresh.isFetching && !loaded.isEmpty }

    /// Begins whatever may be asked now.
    /// - Returns: Whether there is anything.
    mutating func begin(_ cause: RefreshCause, at device: Date) -> Bool {
        if refresh.admits(cause, at: device) { refresh = refresh.begun(at: device) }
        // Launches are many and the App Store answers few: only a person's wish makes it more than one in six hours.
        if facts != nil, factsRefresh.admits(cause == .check ? .check : .scheduled, at: device) {
            factsRefresh = factsRefresh.begun(at: device)
        }
        return isFetching
    }

    /// Ends what was begun.
    mutating func end(_ result: RefreshResult, at device: Date, random: Double) {
        if let outcome = result.policy, refresh.isFetching {
            refresh = refresh.ended(outcome, at: device, every: refreshEvery(at: device), random: random)
            stored.barredUntil = nil
            if case .waiting(let wait) = refresh, wait.isBarred {
                stored.barredUntil = device.addingTimeInterval(wait.delay).kept
            }
        }
        if let outcome = result.facts, factsRefresh.isFetching {
            factsRefresh = factsRefresh.ended(outcome, at: device, every: ReleaseSource.every, random: random)
        }
        lastResult = result
    }

    /// What earlier processes leave of the times to ask.
    mutating func resumeTimes(at device: Date) {
        if let until = stored.barredUntil {
            let left = until.timeIntervalSince(device)
            // A clock that was set back must not keep the server unasked.
            if left > 0, left <= RetryAfter.longest * 1.2 {
                refresh = .waiting(.init(since: device, delay: left, isBarred: true))
            }
        }
        if let source = facts, let memory = stored.facts,
            memory.storefront == source.storefront(for: installation)
        {
            let since = memory.askedAt.addingTimeInterval(-stored.correction)
            factsRefresh = .waiting(.init(since: since, delay: ReleaseSource.every))
        }
    }

    /// Seconds until time alone makes a source due; `nil` while an answer is awaited.
    func secondsUntilDue(at device: Date) -> TimeInterval? {
        guard !isFetching else { return nil }
        return [refresh, facts == nil ? nil : factsRefresh].compactMap { $0?.secondsUntilDue(at: device) }.min()
    }

    /// Seconds between checks while all is well.
    func refreshEvery(at device: Date) -> TimeInterval {
        inForce(at: device).manifest.refreshEvery.map(TimeInterval.init) ?? RefreshState.defaultEvery
    }
}
