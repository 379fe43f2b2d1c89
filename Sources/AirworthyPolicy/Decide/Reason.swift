/// The reason for a decision. Show it or log it, but act on ``Decision/blocking``: later versions may add reasons.
public struct Reason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name as written in JSON.
    public let rawValue: String

    /// Creates a reason.
    /// - Parameter rawValue: The name as written in JSON.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name as written in JSON.
    public var description: String { rawValue }

    // MARK: Ordinary outcomes

    /// No rule matched.
    public static let noRule = Reason(rawValue: "noRule")
    /// A rule matched and acted.
    public static let matched = Reason(rawValue: "matched")
    /// A rule with `update: none` matched.
    public static let exempt = Reason(rawValue: "exempt")
    /// A rule matched, but there is no newer release to recommend.
    public static let upToDate = Reason(rawValue: "upToDate")
    /// A rule matched, but its `target` is installed.
    public static let targetReached = Reason(rawValue: "targetReached")
    /// A rule matched, but its `perChange` names no level for an update of this size.
    public static let stepNotNamed = Reason(rawValue: "stepNotNamed")
    /// A rule matched, but its maintenance is over.
    public static let maintenanceOver = Reason(rawValue: "maintenanceOver")
    /// A rule will require the update after its deadline.
    public static let beforeDeadline = Reason(rawValue: "beforeDeadline")
    /// The installed beta expires soon or has expired.
    public static let betaExpiry = Reason(rawValue: "betaExpiry")

    // MARK: Reasons not to require an update

    /// The installed version cannot be read.
    public static let unreadableVersion = Reason(rawValue: "unreadableVersion")
    /// The installed app is newer than every known release.
    public static let newerThanKnown = Reason(rawValue: "newerThanKnown")
    /// A rule that cannot be evaluated might change the result. Either it comes before the rule that requires the
    /// update and is weaker. Or it might require another update after this one.
    public static let undecidedExemption = Reason(rawValue: "undecidedExemption")
    /// The installed build is in App Review.
    public static let inReview = Reason(rawValue: "inReview")
    /// The app runs on a system of another platform, e.g. an iPhone app on a Mac, so it is unknown which releases it
    /// can install.
    public static let foreignHost = Reason(rawValue: "foreignHost")
    /// It is unknown whether the tester's groups have the offered build.
    public static let testFlightGroups = Reason(rawValue: "testFlightGroups")
    /// The deadline has passed, but the manifest has not been confirmed since.
    public static let unconfirmedDeadline = Reason(rawValue: "unconfirmedDeadline")

    // MARK: Reasons why a required update is unavailable

    /// The newest release needs a newer operating system.
    public static let osTooOld = Reason(rawValue: "osTooOld")
    /// The newest release is not sold in this storefront, or not in all storefronts while this one is unknown.
    public static let notInStorefront = Reason(rawValue: "notInStorefront")
    /// The release came out more recently than the rule's `releasedFor` allows.
    public static let notSettled = Reason(rawValue: "notSettled")
    /// Releases are known, but none is suitable.
    public static let noOffer = Reason(rawValue: "noOffer")
    /// After this update, a rule would require another update.
    public static let loop = Reason(rawValue: "loop")
    /// No URL leads to the release.
    public static let noURL = Reason(rawValue: "noURL")
    /// No release is known for this platform and channel, and the rule has no URL that fits the channel.
    public static let noEvidence = Reason(rawValue: "noEvidence")
    /// The phased release has not reached this device, and the rule follows it.
    public static let phased = Reason(rawValue: "phased")
}
