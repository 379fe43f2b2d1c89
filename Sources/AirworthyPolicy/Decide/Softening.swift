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
        case .requiredUnavailable: lift()
        case .maintenance:
            guard liftingMaintenance else { return }
            lift()
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
        case .maintenance: lift()
        }
        blocking = false
        softened = "expired"
    }

    /// Nothing is left of the rule but its id.
    private mutating func lift() {
        status = .ok
        maintenance = nil
        title = nil
        message = nil
        deadline = nil
    }
}
