/// The guards that concern a copy as a whole, applied to a finished decision.
extension Evaluation {
    /// An app in review is never told more than "recommended".
    func applyReview(_ decision: inout Decision) {
        if isInReview { decision.cap(.inReview, liftingMaintenance: true) }
    }

    /// On a system of another platform nobody can say whether the update can be installed.
    func applyForeignHost(_ decision: inout Decision) {
        if isOnForeignHost { decision.cap(.foreignHost, liftingMaintenance: false) }
    }
}

extension Decision {
    /// Lowers the decision to "recommended" at most.
    fileprivate mutating func cap(_ reason: Reason, liftingMaintenance: Bool) {
        switch status {
        case .ok, .recommended: return
        case .required:
            status = .recommended
            remind = remind ?? .daily
        case .requiredUnavailable: status = .ok
        case .maintenance:
            guard liftingMaintenance else { return }
            status = .ok
            maintenance = nil
        }
        blocking = false
        self.reason = reason
    }

    /// What an expired manifest may still say: prompts, never blocks. A dead server heals by itself, and so does a
    /// replayed "block everyone".
    mutating func soften() {
        switch status {
        case .ok, .recommended: return
        case .required:
            status = .recommended
            skippable = false
            remind = .daily
        case .requiredUnavailable:
            guard blocking else { return }
        case .maintenance:
            status = .ok
            maintenance = nil
        }
        blocking = false
        softened = "expired"
    }
}
