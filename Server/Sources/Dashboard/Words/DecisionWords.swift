import AirworthyPolicy

extension Reason {
    /// The reason as the end of a sentence, such as `their system is too old for the newest release`.
    var words: String {
        switch self {
        case .noRule: "no rule matched"
        case .matched: "a rule matched"
        case .exempt: "a rule exempts them"
        case .upToDate: "there is no newer release"
        case .targetReached: "they have the target already"
        case .stepNotNamed: "the rule names no level for a step of this size"
        case .maintenanceOver: "the maintenance is over"
        case .beforeDeadline: "the deadline has not passed yet"
        case .betaExpiry: "the beta expires soon or has expired"
        case .unreadableVersion: "the installed version cannot be read"
        case .newerThanKnown: "the installed version is newer than every known release"
        case .undecidedExemption: "a rule that cannot be checked might exempt them"
        case .inReview: "the build is in App Review"
        case .foreignHost: "the app runs on a system of another platform"
        case .testFlightGroups: "it is unknown whether the tester’s groups have the offered build"
        case .unconfirmedDeadline: "the deadline has passed, but the manifest was not confirmed since"
        case .osTooOld: "the system is too old for the newest release"
        case .notInStorefront: "the newest release is not sold in their storefront"
        case .notSettled: "the release has not been out for long enough"
        case .noOffer: "no known release is suitable"
        case .loop: "another rule would require an update right after this one"
        case .noURL: "no address leads to the release"
        case .noEvidence: "no release is known for their platform and channel"
        case .phased: "the phased release has not reached them"
        default: rawValue
        }
    }
}

extension Decision.Status {
    /// The status as the end of `They …`.
    var words: String {
        switch self {
        case .ok: "may carry on"
        case .recommended: "should update"
        case .required: "must update"
        case .requiredUnavailable: "are told to update and cannot"
        case .maintenance: "are blocked for maintenance"
        }
    }

    /// The status as the end of `It …`.
    var singular: String { words.hasPrefix("are ") ? "is " + words.dropFirst(4) : words }

    /// The status as a label, such as `May carry on`.
    var label: String { Words.capitalized(words.hasPrefix("are ") ? String(words.dropFirst(4)) : words) }

    /// The class for colours.
    var style: String {
        switch self {
        case .ok: "good"
        case .recommended: "warn"
        case .required, .requiredUnavailable, .maintenance: "bad"
        }
    }
}
