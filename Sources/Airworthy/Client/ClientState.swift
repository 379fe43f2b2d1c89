import AirworthyPolicy
import Foundation

/// A part of the launch. Until it has ended, a block that results from it appears at once. Later it would interrupt the
/// user, so it waits for the next launch or return.
enum LaunchPart: Hashable, Sendable {
    /// The first refresh.
    case refresh
    /// The detection of the channel.
    case channel
    /// StoreKit's answer about the storefront of the account.
    case storefront
}

/// The state of the client, behind one lock. It does no I/O and reads no clock.
struct ClientState: Sendable {
    let releaseSource: ReleaseSource?
    /// The installation to decide for. The client adds the install id and the channel.
    var installation: Installation
    var stored: StoredState
    var policies: LoadedPolicies
    var schedule: RefreshSchedule
    var screen = ScreenState()
    /// The feature values set by the app.
    var featureOverrides: [String: JSONValue] = [:]
    /// Whether the app lets the client send check-ins.
    var checkIns: Airworthy.CheckIns
    /// Whether a check-in is under way.
    var isCheckingIn = false
    /// The rules whose prompt or gate was shown since the launch or the last return.
    var shownRules: Set<String> = []
    /// Whether the app has set the storefront itself.
    var isStorefrontOverridden: Bool
    /// The parts of the launch that have not ended; none for a preview, which waits for nothing.
    var launch: Set<LaunchPart> = [.refresh, .channel, .storefront]
    var isInBackground = false
    private var enteredBackgroundAt: Date?
    /// The decision of a preview or a stub, which no rules change.
    var fixedDecision: Decision?
    private(set) var decision: Decision
    /// The device, by its name in the App Store's `supportedDevices`.
    private let device: String?
    /// The explanation for developers why the last lookup offers nothing here.
    private(set) var lookupNote: String?
    /// The last problem with a source since the last refresh began.
    private(set) var problem: String?
    private var events: [AirworthyEvent] = []

    init(
        policies: [PolicySource], releases: ReleaseSource?, installation: Installation, stored: StoredState,
        fixedDecision: Decision?, checkIns: Airworthy.CheckIns = .off, device: String? = nil
    ) {
        self.device = device
        self.policies = LoadedPolicies(sources: policies)
        self.checkIns = checkIns
        self.stored = stored
        self.fixedDecision = fixedDecision
        releaseSource = releases
        schedule = RefreshSchedule(hasLookup: releases != nil)
        if fixedDecision != nil { launch = [] }
        isStorefrontOverridden = installation.storefront != nil
        var installation = installation
        installation.installID = installation.installID ?? stored.installID
        installation.storefront = installation.storefront ?? stored.storefront
        self.installation = installation
        decision = Decision(.ok, for: installation)
    }

    // MARK: Launch

    /// Loads the policies, decides, and records the launch.
    mutating func begin(at deviceTime: Date, in zone: TimeZone) {
        events += policies.load(from: &stored, at: deviceTime)
        resumeSchedule(at: deviceTime)
        discardUncountedSteps()
        decideAgain(at: deviceTime)
        record(.launched(installation), at: deviceTime, in: zone)
    }

    /// Continues from a stored state that became readable after the launch. Data fetched since then is fetched again.
    mutating func adopt(_ late: StoredState, at deviceTime: Date, in zone: TimeZone) {
        if installation.installID == stored.installID { installation.installID = late.installID }
        if !isStorefrontOverridden { installation.storefront = late.storefront ?? installation.storefront }
        stored = late
        schedule.reset()
        events += policies.load(from: &stored, at: deviceTime)
        resumeSchedule(at: deviceTime)
        discardUncountedSteps()
        record(.launched(installation), at: deviceTime, in: zone)
        decideAgain(at: deviceTime)
    }

    private mutating func resumeSchedule(at deviceTime: Date) {
        var lookedUpAt: Date?
        if let releaseSource, let lookup = stored.lookup,
            lookup.storefront == releaseSource.storefront(for: installation)
        {
            lookedUpAt = lookup.askedAt.addingTimeInterval(-stored.correction)
        }
        schedule.resume(barredUntil: stored.barredUntil, lookedUpAt: lookedUpAt, at: deviceTime)
    }

    // MARK: Decision

    /// Updates ``decision``.
    mutating func decideAgain(at deviceTime: Date) { decision = decision(for: installation, at: deviceTime) }

    /// Returns the decision for an installation on this device.
    func decision(for installation: Installation, at deviceTime: Date, trace: Bool = false) -> Decision {
        if let fixedDecision { return fixedDecision }
        var decision = policyInForce(at: deviceTime).decision(
            for: installation, lookup: lookedUpCatalog, at: deviceTime, correction: stored.correction,
            unsignedMayBlock: !stored.hasAcceptedSigned, trace: trace)
        decision.features.merge(featureOverrides) { _, override in override }
        return decision
    }

    /// Returns the policy in force. Without any rules it has none, so that the decision still names the newest release.
    func policyInForce(at deviceTime: Date) -> LoadedPolicy {
        policies.inForce(at: deviceTime, correction: stored.correction)?.policy
            ?? LoadedPolicy(manifest: Manifest(policy: Policy(rules: [])), authority: .code)
    }

    /// The App Store's releases for the storefront of the installation.
    var lookedUpCatalog: Catalog? {
        guard let releaseSource, let lookup = stored.lookup,
            releaseSource.storefront(for: installation) == lookup.storefront
        else { return nil }
        return lookup.catalog
    }

    /// The device's clock, corrected.
    func corrected(_ deviceTime: Date) -> Date { deviceTime.addingTimeInterval(stored.correction) }

    /// The instant to decide for.
    func decisionTime(at deviceTime: Date) -> Date {
        policyInForce(at: deviceTime).decisionTime(at: deviceTime, correction: stored.correction)
    }

    /// Returns the status of the policy in force.
    func policyStatus(at deviceTime: Date) -> PolicyStatus {
        guard let (source, policy) = policies.inForce(at: deviceTime, correction: stored.correction) else {
            return PolicyStatus(source: .none)
        }
        return PolicyStatus(
            source: source.status, revision: policy.manifest.revision, issuedAt: policy.manifest.issuedAt,
            // A policy that ships with the app has no source to confirm it.
            confirmedAt: source.key == nil ? nil : policy.confirmedAt, expiresAt: policy.expiresAt,
            isExpired: policy.isExpired(at: deviceTime, correction: stored.correction))
    }

    // MARK: Answers of the sources

    /// Stores the answer of a policy source, if it is acceptable.
    mutating func accept(_ answer: SourceAnswer, from source: PolicySource, at deviceTime: Date) -> RefreshOutcome {
        // The response of a refused source must not correct the clock either.
        if source.url != nil, let correction = answer.correction { stored.correction = correction }
        let acceptance = policies.accept(
            answer, from: source, into: &stored, at: corrected(deviceTime).roundedAsStored)
        events += acceptance.events
        return acceptance.outcome
    }

    /// Stores the App Store's answer.
    mutating func accept(
        _ answer: SourceAnswer, from source: ReleaseSource, storefront: Storefront?, at deviceTime: Date
    ) -> RefreshOutcome {
        if let correction = answer.correction { stored.correction = correction }
        let acceptance: Acceptance
        switch answer.content {
        case .failed(let reason, let retryAfter): acceptance = .failed(reason, retryAfter: retryAfter)
        case .rejected(let reason): acceptance = .failed(reason)
        // The request was not conditional.
        case .notModified: acceptance = .failed("the App Store: unexpected 304")
        case .body(let bytes, _):
            let (catalog, findings) = AppStoreLookup.read(
                json: bytes, storefront: storefront, bundleID: source.bundleID, appleID: source.appleID,
                platform: installation.platform, device: device)
            lookupNote =
                findings.first { $0.code == "unsupported-device" }
                .map { "The App Store's newest version is not for this device: \($0.message)" }
                ?? source.note(about: installation.storefront)
            if let catalog {
                stored.lookup = StoredLookup.merging(
                    catalog, storefront: storefront, into: stored.lookup, at: corrected(deviceTime).roundedAsStored)
                let isListed = catalog.releases.contains { $0.platform == installation.platform }
                acceptance = Acceptance(outcome: .confirmed, events: isListed ? [] : [.notListed(storefront)])
            } else {
                acceptance = .failed("the App Store: unreadable answer")
            }
        }
        events += acceptance.events
        return acceptance.outcome
    }

    /// Forgets the problems of the last refresh.
    mutating func beginRefresh() { problem = nil }

    /// Ends a refresh.
    mutating func endRefresh(_ result: RefreshResult, at deviceTime: Date, random: Double) {
        let includesPolicy = result.policy != nil && schedule.policy.isFetching
        let interval = policyInForce(at: deviceTime).manifest.refreshEvery
        schedule.end(result, policyInterval: interval, at: deviceTime, random: random)
        if includesPolicy { stored.barredUntil = schedule.barredUntil?.roundedAsStored }
    }

    /// Returns the seconds between two refreshes of the policy in force.
    func refreshInterval(at deviceTime: Date) -> TimeInterval {
        policyInForce(at: deviceTime).manifest.refreshEvery.map(TimeInterval.init) ?? RefreshSchedule.defaultInterval
    }

    /// Whether the decision rests on a stored policy that is being fetched again.
    var isRechecking: Bool { schedule.policy.isFetching && !policies.fetched.isEmpty }

    // MARK: Review

    /// Whether the server's manifest is there, and says of no build like this one that it is in App Review. Other sources do not know.
    var isKnownToBePastReview: Bool {
        guard let key = policies.sources.lazy.filter({ $0.server != nil }).compactMap(\.key).first,
            let policy = policies.fetched[key]
        else { return false }
        return !installation.isInReview(in: policy.manifest.catalog)
    }

    // MARK: Storefront

    /// Sets the storefront, for this launch and the next one.
    mutating func setStorefront(_ storefront: Storefront?) {
        stored.storefront = storefront
        guard installation.storefront != storefront else { return }
        installation.storefront = storefront
        if releaseSource?.country == nil { schedule.resetLookup() }
    }

    /// Whether a lookup should wait for StoreKit's answer about the storefront of the account.
    var needsStorefront: Bool {
        guard let releaseSource, launch.contains(.storefront), !isStorefrontOverridden else { return false }
        return releaseSource.storefront(for: installation) == nil
    }

    // MARK: Background

    mutating func enterBackground(at deviceTime: Date) {
        guard !isInBackground else { return }
        isInBackground = true
        enteredBackgroundAt = deviceTime
    }

    /// Records a return to the foreground.
    /// - Returns: Whether the app was in the background for at least the given time.
    mutating func enterForeground(
        at deviceTime: Date, in zone: TimeZone, minimumAbsence: TimeInterval = 0
    ) -> Bool {
        guard isInBackground else { return false }
        let away = enteredBackgroundAt.map { deviceTime.timeIntervalSince($0) } ?? 0
        isInBackground = false
        enteredBackgroundAt = nil
        // A clock that was set back says nothing about the absence.
        guard away < 0 || away >= minimumAbsence else { return false }
        shownRules = []
        let period = Period(seconds: Int(min(max(away, 0), 10 * 365 * 86_400)))
        record(.returned(away: period), at: deviceTime, in: zone)
        return true
    }

    // MARK: Events

    /// Adds an event to report.
    mutating func report(_ event: AirworthyEvent) { events.append(event) }

    /// Returns the events to report, and forgets them.
    mutating func takeEvents() -> [AirworthyEvent] {
        defer { events = [] }
        problem = events.compactMap(\.sourceProblem).last ?? problem
        return events
    }

    /// Records an event in the prompt history, and adds the resulting events.
    mutating func record(_ event: PromptEvent, at deviceTime: Date, in zone: TimeZone) {
        let (history, following) = stored.history.after(
            event, at: decisionTime(at: deviceTime), calendar: Calendar(identifier: .gregorian), timeZone: zone)
        stored.history = history
        count(event, at: deviceTime)
        for event in following {
            switch event {
            case .updated(let from, _):
                stored.updatedFrom = from
                countUpdate(at: deviceTime)
            case .changed: stored.updatedFrom = nil
            case .gateLowered: break
            }
        }
        events += following.map { event in
            switch event {
            case .updated(let from, let to): .updated(from: from, to: to)
            case .changed(let from, let to): .changed(from: from, to: to)
            case .gateLowered(let rule, let until): .gateLowered(rule: rule, until: until)
            }
        }
    }
}

extension Date {
    /// The instant with the precision of the stored state.
    var roundedAsStored: Date { Timestamp.parse(Timestamp.format(self)) ?? self }
}
