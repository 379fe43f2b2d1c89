public import AirworthyPolicy
public import Foundation

/// The result of ``Airworthy/checkTestFlight()``: the installed TestFlight build compared with the newest build that its
/// testers can install.
///
/// ```swift
/// let report = try await airworthy.checkTestFlight()
/// if report.availability == .newer { showButton(opening: report.links) }
/// ```
public struct TestFlightReport: Hashable, Sendable {
    /// Whether there is a newer build to install.
    public enum Availability: Hashable, Sendable {
        /// There is a newer build.
        case newer
        /// The installed build is the newest known build, or newer.
        case current
        /// There is a newer build, but it needs a newer system than the device has.
        case needsNewerSystem(AppVersion)
        /// No build is known for these testers, or the installed version cannot be read.
        case unknown
    }

    /// Whether there is a newer build to install, by version, then by build number.
    public let availability: Availability
    /// The newest build these testers can install, even if it is not newer than the installed one.
    public let newest: TestFlightBuild?
    /// The time the installed build stops working, if known.
    public let expiresAt: Date?
    /// The links to the newest build, the best first: the app's page in TestFlight, then a public link in case the page
    /// cannot be opened. All links are safe to open. Empty if none is known.
    public let links: [String]

    /// Creates a report by comparing the installed build with the newest one.
    /// - Parameters:
    ///   - installation: The installed build.
    ///   - newest: The newest build its testers can install.
    ///   - expiresAt: The time the installed build stops working.
    ///   - appleID: The app's Apple ID, for the link to its page in TestFlight.
    ///   - publicLink: The public link for joining the beta, in case the page cannot be opened.
    public init(
        installation: Installation, newest: TestFlightBuild?, expiresAt: Date? = nil, appleID: Int? = nil,
        publicLink: String? = nil
    ) {
        self.newest = newest
        self.expiresAt = expiresAt
        availability = Self.availability(of: newest, for: installation)
        links = newest == nil ? [] : TestFlightLinks.ordered(appleID: appleID, urls: [newest?.url, publicLink])
    }

    /// Returns the remaining lifetime of the installed build.
    ///
    /// ```swift
    /// let days = report.secondsLeft(at: Date()).map { Int($0 / 86_400) }
    /// ```
    /// - Parameter now: The current time.
    /// - Returns: The seconds, never negative; `nil` if the expiry is unknown.
    public func secondsLeft(at now: Date) -> TimeInterval? {
        expiresAt.map { max(0, $0.timeIntervalSince(now)) }
    }

    private static func availability(of newest: TestFlightBuild?, for installation: Installation) -> Availability {
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

/// The links to a build on TestFlight.
package enum TestFlightLinks {
    /// Returns the links in the order to try them: those that open the TestFlight app, then web links, each once. Links that
    /// do not lead to TestFlight are left out.
    /// - Parameters:
    ///   - appleID: The app's Apple ID.
    ///   - urls: The links from the server and the policy.
    /// - Returns: The links.
    package static func ordered(appleID: Int?, urls: [String?]) -> [String] {
        let page = appleID.map { UpdateLink.testFlight($0) }
        let known = ([page] + urls).compactMap { $0 }.filter(leadsToTestFlight)
        let ordered = known.filter { !isWeb($0) } + known.filter(isWeb)
        var seen: Set<String> = []
        return ordered.filter { seen.insert($0).inserted }
    }

    private static func isWeb(_ link: String) -> Bool { OpenableURL.scheme(of: link) == "https" }

    private static func leadsToTestFlight(_ link: String) -> Bool {
        guard OpenableURL.isOpenable(link) else { return false }
        return OpenableURL.scheme(of: link) == "itms-beta" || OpenableURL.host(of: link) == "testflight.apple.com"
    }
}
