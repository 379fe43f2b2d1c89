public import AirworthyPolicy
public import Foundation

/// A build on TestFlight. What is not known, or not shown to everybody, is `nil`.
public struct TestFlightBuild: Hashable, Sendable {
    /// The marketing version, `CFBundleShortVersionString`.
    public var version: AppVersion
    /// The build number, `CFBundleVersion`.
    public var build: BuildNumber?
    /// What to test.
    public var notes: String?
    /// When it was uploaded.
    public var uploadedAt: Date?
    /// When it stops working, 90 days after upload.
    public var expiresAt: Date?
    /// The oldest system it runs on.
    public var minimumOS: AppVersion?
    /// Who can install it now.
    public var availableTo: Set<Channel.Audience>?
    /// Where testers get it, as the server says: the app's page in TestFlight, or a public link.
    public var url: String?

    /// Makes a build, e.g. for a preview.
    /// - Parameters:
    ///   - version: The marketing version.
    ///   - build: The build number.
    ///   - notes: What to test.
    ///   - uploadedAt: When it was uploaded.
    ///   - expiresAt: When it stops working.
    ///   - minimumOS: The oldest system it runs on.
    ///   - availableTo: Who can install it now.
    ///   - url: Where testers get it.
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
    /// Reads a build as the server tells it. Members it does not know are passed over.
    /// - Parameter json: The object; `nil` is returned where there is no readable version.
    init?(json: JSONValue) {
        guard let text = json["version"]?.stringValue, let version = try? AppVersion(text) else { return nil }
        self.init(version: version)
        build = json["buildNumber"]?.stringValue.flatMap { try? BuildNumber($0) }
        notes = json["releaseNotes"]?.stringValue
        uploadedAt = json["uploadedAt"]?.stringValue.flatMap(Timestamp.parse)
        expiresAt = json["expiresAt"]?.stringValue.flatMap(Timestamp.parse)
        minimumOS = json["minimumOS"]?.stringValue.flatMap { try? AppVersion($0) }
        availableTo = json["availableTo"]?.arrayValue.map { names in
            Set(names.compactMap { $0.stringValue.flatMap(Channel.Audience.init) })
        }
        url = json["testFlightURL"]?.stringValue
    }
}
