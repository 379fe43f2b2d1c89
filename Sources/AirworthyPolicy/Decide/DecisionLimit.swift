/// A limit on what a decision may demand of the installation as a whole.
enum DecisionLimit {
    /// The installed build is in App Review: at most a recommendation, also during maintenance.
    case inReview
    /// The app runs on another platform, so it is unknown whether it can install the update: at most a recommendation.
    case foreignHost
    /// The manifest has expired: it may prompt, but not block. Devices recover when a server is dead or an attacker
    /// replays an old manifest that blocks.
    case expired

    /// Applies the limits on a decision, in their order.
    static func apply(to decision: inout Decision, input: DecisionInput, isExpired: Bool) {
        if input.isInReview { inReview.apply(to: &decision) }
        if input.isOnForeignHost { foreignHost.apply(to: &decision) }
        if isExpired { expired.apply(to: &decision) }
    }

    private func apply(to decision: inout Decision) {
        switch self {
        case .inReview: limitToRecommended(&decision, because: .inReview, endsMaintenance: true)
        case .foreignHost: limitToRecommended(&decision, because: .foreignHost, endsMaintenance: false)
        case .expired: relaxAfterExpiry(&decision)
        }
    }

    private func limitToRecommended(_ decision: inout Decision, because reason: Reason, endsMaintenance: Bool) {
        switch decision.status {
        case .ok, .recommended: return
        case .required:
            decision.status = .recommended
            decision.remind = decision.remind ?? .daily
        case .requiredUnavailable: clearRule(&decision)
        case .maintenance:
            guard endsMaintenance else { return }
            clearRule(&decision)
        }
        decision.blocking = false
        decision.reason = reason
    }

    private func relaxAfterExpiry(_ decision: inout Decision) {
        switch decision.status {
        case .ok, .recommended: return
        case .required:
            decision.status = .recommended
            decision.skippable = false
            decision.remind = .daily
        case .requiredUnavailable:
            guard decision.blocking else { return }
        case .maintenance: clearRule(&decision)
        }
        decision.blocking = false
        decision.softened = "expired"
    }

    /// Removes everything that comes from the rule, except its id.
    private func clearRule(_ decision: inout Decision) {
        decision.status = .ok
        decision.maintenance = nil
        decision.title = nil
        decision.message = nil
        decision.deadline = nil
    }
}
