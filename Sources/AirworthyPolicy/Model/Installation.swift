/// The facts of one installed copy.
public struct Installation: Hashable, Sendable {
    /// The platform the copy was built for; releases of other platforms do not concern it.
    public var platform: Platform
    /// `CFBundleShortVersionString` as found.
    public var versionText: String
    /// The version read from ``versionText``; `nil` if it is unreadable.
    public var version: AppVersion?
    /// `CFBundleVersion`, if known.
    public var build: BuildNumber?
    /// How the copy got onto the device.
    public var channel: Channel
    /// The operating system, if known. One of another platform (an iOS app on a Mac) never leads to `required`.
    public var os: OperatingSystem?
    /// The language the app shows, as a BCP 47 tag.
    public var language: String?
    /// The App Store country of the account, if known.
    public var storefront: Storefront?
    /// A random id made at install. It decides rollouts and never leaves the device.
    public var installID: String?
    /// The app's own facts: strings, numbers or Booleans.
    public var attributes: [String: JSONValue]

    /// Gathers the facts. Leave out what is not known: an absent fact never makes a decision stricter.
    ///
    /// - Parameters:
    ///   - platform: The platform the copy was built for.
    ///   - version: `CFBundleShortVersionString`. Unreadable text is kept and leads to the reason `unreadableVersion`.
    ///   - build: `CFBundleVersion`.
    ///   - channel: How the copy got onto the device.
    ///   - os: The operating system.
    ///   - language: The language the app shows, as a BCP 47 tag.
    ///   - storefront: The App Store country of the account.
    ///   - installID: A random id made at install.
    ///   - attributes: The app's own facts.
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
