import AirworthyPolicy
import AppStoreConnect

/// What Apple's states mean. A state that is not listed, a new one too, means "not available".
extension BuildFact {
    /// Whether TestFlight could give it to anybody, its expiry date aside.
    var isUsable: Bool { standing.isUsable }

    /// Whether an audience has it, its expiry date aside.
    func isAvailable(to audience: Channel.Audience) -> Bool { standing.audiences.contains(audience) }

    private var standing: BuildStanding {
        BuildStanding(
            processingState: processingState, isExpired: isExpired, audienceType: audienceType,
            internalState: internalState, externalState: externalState)
    }

    /// Whether Apple has it: from waiting for beta review up to approved but not yet started.
    var isInBetaReview: Bool {
        guard isUsable, audienceType != "INTERNAL_ONLY" else { return false }
        return ["WAITING_FOR_BETA_REVIEW", "IN_BETA_REVIEW", "BETA_APPROVED"].contains(externalState)
    }
}

extension StoreVersionFact {
    /// What a state means for people who want the version.
    enum Standing: Int, Comparable {
        /// Being made, refused, or unknown to us.
        case none
        /// Apple has it: from waiting for review up to pending release.
        case inReview
        /// It was on sale until a newer one came.
        case history
        /// It is on sale, as far as App Store Connect knows.
        case ready

        static func < (lhs: Standing, rhs: Standing) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    var standing: Standing {
        switch state {
        case "READY_FOR_DISTRIBUTION": .ready
        case "REPLACED_WITH_NEW_VERSION": .history
        case "WAITING_FOR_REVIEW", "IN_REVIEW", "ACCEPTED", "WAITING_FOR_EXPORT_COMPLIANCE", "PENDING_APPLE_RELEASE",
            "PENDING_DEVELOPER_RELEASE", "PROCESSING_FOR_DISTRIBUTION":
            .inReview
        default: .none
        }
    }
}
