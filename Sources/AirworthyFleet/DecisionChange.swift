public import AirworthyPolicy

/// The decision under one manifest and under another one, as far as installations are counted by it.
public struct DecisionChange: Hashable, Sendable {
    /// A decision without the parts that differ between equal cases, such as texts and links.
    public struct Outcome: Hashable, Sendable {
        /// The status.
        public let status: Decision.Status
        /// Whether the app must not be used.
        public let blocking: Bool
        /// The rule that decided, if one did.
        public let rule: String?
        /// The reason.
        public let reason: Reason

        init(_ decision: Decision) {
            self.init(
                status: decision.status, blocking: decision.blocking, rule: decision.rule, reason: decision.reason)
        }

        private init(status: Decision.Status, blocking: Bool, rule: String?, reason: Reason) {
            (self.status, self.blocking) = (status, blocking)
            (self.rule, self.reason) = (rule, reason)
        }

        /// What users see of it, without the rule that decided. A reason counts only where it prevents an update.
        fileprivate var withoutRule: Outcome {
            Outcome(
                status: status, blocking: blocking, rule: nil,
                reason: status == .requiredUnavailable ? reason : status == .ok ? .noRule : .matched)
        }

        /// Whether the installation is told to update and cannot.
        ///
        /// A rule that waits, for `releasedFor` or its turn in a phased release, tells nothing yet.
        public var isStuck: Bool { status == .requiredUnavailable && reason != .notSettled && reason != .phased }
    }

    /// The decision under the old manifest.
    public let old: Outcome
    /// The decision under the new manifest.
    public let new: Outcome

    /// What users see of it, without the rules that decided.
    var withoutRule: DecisionChange { DecisionChange(old: old.withoutRule, new: new.withoutRule) }

    /// Whether users see a difference: another status, or a block that begins or ends.
    public var isVisible: Bool { old.status != new.status || old.blocking != new.blocking }
    /// Whether the new manifest blocks an installation that the old one does not.
    public var isNewlyBlocked: Bool { new.blocking && !old.blocking }
}
