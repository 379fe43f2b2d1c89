import AirworthyPolicy

extension Reason {
    /// What the reason means, in a few words; `nil` for one this tool does not know.
    var explanation: String? {
        switch self {
        case .noRule: "no rule matches"
        case .matched: "the rule matches"
        case .exempt: "the rule exempts this installation"
        case .upToDate: "there is nothing newer to recommend"
        case .targetReached: "the rule's target is installed"
        case .stepNotNamed: "the rule names no level for a step of this size"
        case .maintenanceOver: "the maintenance is over"
        case .beforeDeadline: "it becomes required at the deadline"
        case .betaExpiry: "the installed beta expires"
        case .unreadableVersion: "the installed version cannot be read"
        case .newerThanKnown: "the installed build is newer than everything known"
        case .undecidedExemption: "a weaker rule above could not be decided"
        case .inReview: "this build is in App Review"
        case .foreignHost: "it runs on a system of another platform"
        case .testFlightGroups: "it is not known that this tester's groups have the build"
        case .unconfirmedDeadline: "the deadline has passed, but nobody confirmed the policy since"
        case .osTooOld: "the update needs a newer system"
        case .notInStorefront: "the update is not sold in this storefront, or not in all while it is unknown"
        case .notSettled: "the update has not been out for long enough"
        case .noOffer: "no known release would do"
        case .loop: "the update would be required to update again"
        case .noURL: "nobody knows where to get the update"
        case .noEvidence: "no release is known for this platform and channel"
        case .phased: "the phased release has not reached this device"
        default: nil
        }
    }
}
