/// The data about an installation that rules can match.
///
/// ```swift
/// let installation = Installation(
///     platform: .ios, version: "2.1.0", build: try BuildNumber("290"), channel: .appstore,
///     os: OperatingSystem("iOS 17.4"), language: "ja", storefront: Storefront("JP"), attributes: ["plan": "pro"])
/// let decision = decide(manifest, for: installation, at: .now)
/// ```
public struct Installation: Hashable, Sendable {
    /// The platform that the app was built for. Releases for other platforms are ignored.
    public var platform: Platform
    /// The text of `CFBundleShortVersionString`.
    public var versionText: String
    /// The version from ``versionText``; `nil` if the text is unreadable.
    public var version: AppVersion?
    /// `CFBundleVersion`, if known.
    public var build: BuildNumber?
    /// The distribution channel.
    public var channel: Channel
    /// The operating system, if known. On another platform (an iOS app on a Mac) no update is required.
    public var os: OperatingSystem?
    /// The app's current language, as a BCP 47 tag.
    public var language: String?
    /// The storefront of the account, if known.
    public var storefront: Storefront?
    /// A random id from the first launch. It decides rollouts and never leaves the device.
    public var installID: String?
    /// The custom attributes: strings, numbers or Booleans.
    public var attributes: [String: JSONValue]

    /// Creates an installation. Leave out unknown values: an absent value never makes a decision stricter.
    ///
    /// - Parameters:
    ///   - platform: The platform that the app was built for.
    ///   - version: `CFBundleShortVersionString`. Unreadable text is kept and leads to the reason `unreadableVersion`.
    ///   - build: `CFBundleVersion`.
    ///   - channel: The distribution channel.
    ///   - os: The operating system.
    ///   - language: The app's current language, as a BCP 47 tag.
    ///   - storefront: The storefront of the account.
    ///   - installID: A random id from the first launch.
    ///   - attributes: The custom attributes.
    public init(
        platform: Platform = .ios, version: String, build: BuildNumber? = nil, channel: Channel,
        os: OperatingSystem? = nil, language: String? = nil, storefront: Storefront? = nil,
        installID: String? = nil, attributes: [String: JSONValue] = [:]
    ) {
        self.platform = platform
        self.versionText = version
        self.version = try? AppVersion(version)
        self.build = build
        self.channel = channel
        self.os = os
        self.language = language
        self.storefront = storefront
        self.installID = installID
        self.attributes = attributes
    }
}
