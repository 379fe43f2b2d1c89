public import AirworthyPolicy
public import Foundation

/// How an installed TestFlight build stands to the newest one that its testers can install.
public struct TestFlightReport: Hashable, Sendable {
    /// Whether there is something newer to install.
    public enum Availability: Hashable, Sendable {
        /// There is.
        case newer
        /// The installed build is the newest, or newer than all that are known.
        case current
        /// There is, but the system is too old for it.
        case needsNewerSystem(AppVersion)
        /// No build is known for these testers, or the installed version cannot be read.
        case unknown
    }

    /// Whether there is something newer to install: by version, then by build number.
    public let availability: Availability
    /// The newest build these testers can install, whether or not it is newer than the installed one.
    public let newest: TestFlightBuild?
    /// When the installed build stops working, if that is known.
    public let expiresAt: Date?
    /// Where to get the newest build, the best first: the app's page in TestFlight, then a public link in case that
    /// cannot be opened. All of them may be opened. Empty where nothing is known.
    public let links: [String]

    /// Compares.
    /// - Parameters:
    ///   - installation: The installed copy.
    ///   - newest: The newest build its testers can install.
    ///   - expiresAt: When the installed build stops working.
    ///   - appleID: The app's number on the App Store, which makes a link to its page in TestFlight.
    ///   - publicLink: Where anybody can join, in case the page cannot be opened.
    public init(
        installation: Installation, newest: TestFlightBuild?, expiresAt: Date? = nil, appleID: Int? = nil,
        publicLink: String? = nil
    ) {
        self.newest = newest
        self.expiresAt = expiresAt
        availability = Self.availability(installation, newest)
        links = newest == nil ? [] : TestFlightLinks.all(appleID: appleID, [newest?.url, publicLink])
    }

    /// How long the installed build goes on working.
    /// - Parameter now: The clock.
    /// - Returns: Seconds, never below 0; `nil` where the expiry is not known.
    public func secondsLeft(at now: Date) -> TimeInterval? {
        expiresAt.map { max(0, $0.timeIntervalSince(now)) }
    }

    private static func availability(_ installation: Installation, _ newest: TestFlightBuild?) -> Availability {
        guard let newest, let version = installation.version else { return .unknown }
        if newest.version < version { return .current }
        if newest.version == version {
            guard let build = installation.build, let newestBuild = newest.build else { return .unknown }
            if newestBuild <= build { return .current }
        }
        if let minimum = newest.minimumOS, let os = installation.os, os.platform == installation.platform,
            os.version < minimum
        {
            return .needsNewerSystem(minimum)
        }
        return .newer
    }
}
