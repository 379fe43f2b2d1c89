/// Why a decision is what it is. An open set: show it, log it, but let ``Decision/blocking`` decide what to do.
public struct Reason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name as it travels.
    public let rawValue: String

    /// Makes a reason.
    /// - Parameter rawValue: The name as it travels.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name as it travels.
    public var description: String { rawValue }

    // MARK: Ordinary outcomes

    /// No rule matched.
    public static let noRule = Reason(rawValue: "noRule")
    /// A rule matched and did what it says.
    public static let matched = Reason(rawValue: "matched")
    /// A rule says `update: none`.
    public static let exempt = Reason(rawValue: "exempt")
    /// A rule matched, but there is nothing newer to recommend.
    public static let upToDate = Reason(rawValue: "upToDate")
    /// A rule matched, but its `target` is installed.
    public static let targetReached = Reason(rawValue: "targetReached")
    /// A rule matched, but names no level for a step of this size.
    public static let stepNotNamed = Reason(rawValue: "stepNotNamed")
    /// A rule matched, but its maintenance is over.
    public static let maintenanceOver = Reason(rawValue: "maintenanceOver")
    /// A rule will require the update from its deadline on.
    public static let beforeDeadline = Reason(rawValue: "beforeDeadline")
    /// The installed beta expires soon or has expired.
    public static let betaExpiry = Reason(rawValue: "betaExpiry")

    // MARK: Guards

    /// The installed version cannot be read.
    public static let unreadableVersion = Reason(rawValue: "unreadableVersion")
    /// The copy is newer than everything known.
    public static let newerThanKnown = Reason(rawValue: "newerThanKnown")
    /// A weaker rule above the one that requires could not be decided, or a rule that cannot be decided may require
    /// again after the update.
    public static let undecidedExemption = Reason(rawValue: "undecidedExemption")
    /// This very build is in App Review.
    public static let inReview = Reason(rawValue: "inReview")
    /// The copy runs on a system of another platform, so nobody can say what it can install.
    public static let foreignHost = Reason(rawValue: "foreignHost")
    /// It is not known that the tester's groups have the offered build.
    public static let testFlightGroups = Reason(rawValue: "testFlightGroups")
    /// The deadline has passed, but the manifest was not confirmed since.
    public static let unconfirmedDeadline = Reason(rawValue: "unconfirmedDeadline")

    // MARK: Why a required update cannot be had

    /// The newest release needs a newer operating system.
    public static let osTooOld = Reason(rawValue: "osTooOld")
    /// The newest release is not sold in this App Store country, or not in all of them while the country is unknown.
    public static let notInStorefront = Reason(rawValue: "notInStorefront")
    /// The release has not been out for as long as the rule asks.
    public static let notSettled = Reason(rawValue: "notSettled")
    /// Releases are known, but none that would do.
    public static let noOffer = Reason(rawValue: "noOffer")
    /// The release would be required to update again.
    public static let loop = Reason(rawValue: "loop")
    /// Nobody knows where to get the release.
    public static let noURL = Reason(rawValue: "noURL")
    /// No release is known for this platform and channel, and the rule names no URL that fits it.
    public static let noEvidence = Reason(rawValue: "noEvidence")
    /// The phased release has not reached this device, and the rule follows it.
    public static let phased = Reason(rawValue: "phased")
}
