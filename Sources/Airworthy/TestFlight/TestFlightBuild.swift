public import AirworthyPolicy
public import Foundation

/// A build on TestFlight. A property is `nil` if it is unknown or hidden from users.
///
/// ```swift
/// let report = try await airworthy.checkTestFlight()
/// if let build = report.newest { print("\(build.version): \(build.notes ?? "no notes")") }
/// ```
public struct TestFlightBuild: Hashable, Sendable {
    /// The marketing version, `CFBundleShortVersionString`.
    public var version: AppVersion
    /// The build number, `CFBundleVersion`.
    public var build: BuildNumber?
    /// The "What to Test" text.
    public var notes: String?
    /// The time of the upload.
    public var uploadedAt: Date?
    /// The time the build stops working, 90 days after the upload.
    public var expiresAt: Date?
    /// The oldest system it runs on.
    public var minimumOS: AppVersion?
    /// The audiences that can install it now.
    public var availableTo: Set<Channel.Audience>?
    /// The server's link for testers: the app's page in TestFlight, or a public link.
    public var url: String?

    /// Creates a build, e.g. for a preview.
    /// - Parameters:
    ///   - version: The marketing version.
    ///   - build: The build number.
    ///   - notes: The "What to Test" text.
    ///   - uploadedAt: The time of the upload.
    ///   - expiresAt: The time the build stops working.
    ///   - minimumOS: The oldest system it runs on.
    ///   - availableTo: The audiences that can install it now.
    ///   - url: The link for testers.
    public init(
        version: AppVersion, build: BuildNumber? = nil, notes: String? = nil, uploadedAt: Date? = nil,
        expiresAt: Date? = nil, minimumOS: AppVersion? = nil, availableTo: Set<Channel.Audience>? = nil,
        url: String? = nil
    ) {
        self.version = version
        self.build = build
        self.notes = notes
        self.uploadedAt = uploadedAt
        self.expiresAt = expiresAt
        self.minimumOS = minimumOS
        self.availableTo = availableTo
        self.url = url
    }
}

extension TestFlightBuild {
    /// Reads a build from the server's answer. Unknown members are ignored; `nil` without a readable version.
    init?(json: JSONValue) {
        guard let text = json["version"]?.stringValue, let version = try? AppVersion(text) else { return nil }
        self.init(version: version)
        build = json["buildNumber"]?.stringValue.flatMap { try? BuildNumber($0) }
        notes = json["releaseNotes"]?.stringValue
        uploadedAt = json["uploadedAt"].date
        expiresAt = json["expiresAt"].date
        minimumOS = json["minimumOS"]?.stringValue.flatMap { try? AppVersion($0) }
        availableTo = json["availableTo"]?.arrayValue.map { names in
            Set(names.compactMap { $0.stringValue.flatMap(Channel.Audience.init) })
        }
        url = json["testFlightURL"]?.stringValue
    }
}
