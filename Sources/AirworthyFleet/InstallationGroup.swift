public import AirworthyPolicy

/// A number of installations with the same facts.
///
/// ```swift
/// let group = InstallationGroup(of: Installation(version: "2.1.0", channel: .appstore), count: 1_200)
/// ```
public struct InstallationGroup: Hashable, Sendable {
    /// The facts that the installations share. An absent language, attribute or install id differs between them.
    public let installation: Installation
    /// The number of installations, from 0.
    public let count: Int

    /// Creates a group.
    /// - Parameters:
    ///   - installation: The facts that the installations share.
    ///   - count: The number of installations, from 0.
    public init(of installation: Installation, count: Int) {
        self.installation = installation
        self.count = count
    }
}
