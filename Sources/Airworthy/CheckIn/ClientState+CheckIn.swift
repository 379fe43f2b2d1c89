import AirworthyPolicy
import Foundation

// Check-ins: when one is due, and what is counted for the next one.
extension ClientState {
    /// Whether steps are counted: the app and the policy allow check-ins, and there is a server for them.
    private var countsSteps: Bool {
        guard checkIns == .on, fixedDecision == nil, let source = policies.sources.first(where: { $0.server != nil })
        else { return false }
        return allowsCheckIns(from: source)
    }

    /// Whether the policy of a server allows check-ins. Before the first one nothing speaks against counting.
    private func allowsCheckIns(from source: PolicySource) -> Bool {
        source.key.flatMap { policies.fetched[$0] }?.manifest.policy.allowsCheckIns ?? true
    }

    /// Turns check-ins on or off.
    mutating func setCheckIns(_ value: Airworthy.CheckIns) {
        checkIns = value
        discardUncountedSteps()
    }

    /// Forgets the steps of an earlier time if none are counted now.
    mutating func discardUncountedSteps() {
        if stored.checkIn.funnel != CheckInFunnel(), !countsSteps { stored.checkIn.funnel = CheckInFunnel() }
    }

    // MARK: Counting

    /// Counts that a prompt or the gate of the decision is on the screen: once until the app is left.
    mutating func countShown() {
        guard countsSteps, let rule = decision.rule, shownRules.insert(rule).inserted else { return }
        stored.checkIn.funnel.count(.shown, of: rule)
    }

    /// Counts an answer to a prompt, or that the store was opened.
    mutating func count(_ event: PromptEvent, at deviceTime: Date) {
        switch event {
        case .answered(.later, let decision): count(.postponed, for: decision)
        case .answered(.skip, let decision):
            count(PromptOffer(decision).isSkippable ? .skipped : .postponed, for: decision)
        case .storeTrip(let decision, opened: true):
            guard countsSteps, let rule = decision.rule else { return }
            stored.checkIn.funnel.openStore(for: rule, at: corrected(deviceTime).roundedAsStored)
        case .answered(.update, _), .storeTrip(_, opened: false), .launched, .returned, .bannerShown: break
        }
    }

    private mutating func count(_ step: CheckInStep, for decision: Decision) {
        if countsSteps, let rule = decision.rule { stored.checkIn.funnel.count(step, of: rule) }
    }

    /// Counts an update of the app.
    mutating func countUpdate(at deviceTime: Date) {
        if countsSteps { stored.checkIn.funnel.update(at: corrected(deviceTime)) }
    }

    // MARK: Checking in

    /// Begins a check-in, if one is due.
    /// - Parameters:
    ///   - source: The server, which has just confirmed its policy.
    ///   - deviceTime: The device's clock.
    /// - Returns: Whether to send one.
    mutating func beginCheckIn(to source: PolicySource, at deviceTime: Date) -> Bool {
        discardUncountedSteps()
        guard checkIns == .on, fixedDecision == nil, !isCheckingIn, !isInBackground, allowsCheckIns(from: source) else {
            return false
        }
        isCheckingIn = checkInDue(at: deviceTime) != nil
        return isCheckingIn
    }

    /// Returns the check-in to send, and records the attempt, so that a process that is killed does not send it again today;
    /// `nil` if the app has turned check-ins off in the meantime.
    mutating func attemptCheckIn(at deviceTime: Date) -> CheckIn? {
        guard checkIns == .on, let (facts, today) = checkInDue(at: deviceTime) else {
            isCheckingIn = false
            return nil
        }
        return stored.checkIn.begin(facts, decision: decision, on: today)
    }

    /// Records the outcome of a check-in.
    mutating func endCheckIn(_ checkIn: CheckIn, _ outcome: Result<LocalDay, CheckInFailure>) {
        isCheckingIn = false
        switch outcome {
        case .success(let day):
            stored.checkIn.accept(checkIn, on: day)
            report(.checkedIn(day: day.text, report: checkIn.jsonValue))
        case .failure(let failure): report(.checkInFailed(failure.reason, report: checkIn.jsonValue))
        }
    }

    /// Returns the facts and the day of a due check-in. The response of the server has just corrected the clock.
    private func checkInDue(at deviceTime: Date) -> (facts: CheckInFacts, today: LocalDay)? {
        let today = LocalDay(utc: corrected(deviceTime))
        guard let facts = CheckInFacts(installation), stored.checkIn.isDue(on: today, installed: facts.installed) else {
            return nil
        }
        return (facts, today)
    }
}
