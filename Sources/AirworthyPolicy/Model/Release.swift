#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A known build with its offers.
///
/// ```swift
/// let release = Release(
///     platform: .ios, version: try AppVersion("2.2.1"), build: try BuildNumber("310"),
///     offers: [Offer(channel: .appstore, publishedAt: .now)])
/// ```
public struct Release: Hashable, Sendable {
    /// The platform.
    public var platform: Platform
    /// The marketing version, `CFBundleShortVersionString`.
    public var version: AppVersion
    /// The build number, `CFBundleVersion`; `nil` if it is unknown, as in the App Store lookup.
    public var build: BuildNumber?
    /// The oldest operating system it runs on, if known.
    public var minimumOS: AppVersion?
    /// The offers.
    public var offers: [Offer]

    /// Creates a release.
    /// - Parameters:
    ///   - platform: The platform.
    ///   - version: The marketing version.
    ///   - build: The build number, if known.
    ///   - minimumOS: The oldest operating system it runs on, if known.
    ///   - offers: The offers.
    public init(
        platform: Platform, version: AppVersion, build: BuildNumber? = nil, minimumOS: AppVersion? = nil,
        offers: [Offer]
    ) {
        self.platform = platform
        self.version = version
        self.build = build
        self.minimumOS = minimumOS
        self.offers = offers
    }
}

/// A way to get a release. An absent value is unknown and excludes no device.
public struct Offer: Hashable, Sendable {
    /// The availability of an offer. States of later versions are kept as ``other(_:)`` and are not installable.
    public enum State: Hashable, Sendable {
        /// Available now.
        case live
        /// In review at Apple, from waiting for review up to pending release.
        case inReview
        /// Withdrawn.
        case withdrawn
        /// An unknown state, as written.
        case other(String)
    }

    /// The progress of the App Store's phased release.
    public struct Phase: Hashable, Sendable {
        /// `active`, `paused`, `complete` or `inactive`, as written.
        public var state: String
        /// The day of the phased release, from 1 to 7.
        public var day: Int?

        /// Creates a phase.
        /// - Parameters:
        ///   - state: `active`, `paused`, `complete` or `inactive`.
        ///   - day: The day, from 1 to 7.
        public init(state: String, day: Int? = nil) {
            self.state = state
            self.day = day
        }

        /// The states that this version knows.
        static let knownStates = ["active", "paused", "complete", "inactive"]

        /// A phase that is there, but cannot be read.
        static let unreadable = Phase(state: "")

        /// Whether this version knows the state.
        var isKnown: Bool { Self.knownStates.contains(state) }

        /// The share of devices that are updated automatically, in parts per million.
        ///
        /// Days 1 to 7 reach 1, 2, 5, 10, 20, 50 and 100 % (App Store Connect help, "Release a version update in
        /// phases").
        var partsPerMillion: UInt32 {
            switch state {
            case "paused": return 0
            case "active":
                let shares: [UInt32] = [10_000, 20_000, 50_000, 100_000, 200_000, 500_000]
                guard let day else { return 1_000_000 }
                return day < 1 ? shares[0] : day > shares.count ? 1_000_000 : shares[day - 1]
            default: return 1_000_000
            }
        }
    }

    /// The channel; `testflight` includes both audiences.
    public var channel: Channel
    /// The TestFlight groups that have it, if known.
    public var groups: Set<String>?
    /// The storefronts of the offer; `nil` for all.
    public var storefronts: Set<Storefront>?
    /// The date of availability.
    public var publishedAt: Date?
    /// The date of the first observation, used if ``publishedAt`` is unknown.
    public var firstSeenAt: Date?
    /// The expiry of the build (TestFlight: 90 days after upload).
    public var expiresAt: Date?
    /// The availability.
    public var state: State
    /// The progress of the phased release, if there is one.
    public var phase: Phase?
    /// The URL of the update.
    public var url: String?
    /// The release notes.
    public var notes: LocalizedText?
    /// The source of the data: `lookup`, `appStoreConnect`, `manual`, `asserted`, ….
    public var source: String?
    /// Whether a manifest states a date of availability that cannot be read. Then no update to the offer is required.
    public var hasUnreadableDate = false

    /// Creates an offer.
    /// - Parameters:
    ///   - channel: The channel.
    ///   - groups: The TestFlight groups that have it.
    ///   - storefronts: The storefronts of the offer; `nil` for all.
    ///   - publishedAt: The date of availability.
    ///   - firstSeenAt: The date of the first observation.
    ///   - expiresAt: The expiry of the build.
    ///   - state: The availability.
    ///   - phase: The progress of the phased release.
    ///   - url: The URL of the update.
    ///   - notes: The release notes.
    ///   - source: The source of the data.
    public init(
        channel: Channel, groups: Set<String>? = nil, storefronts: Set<Storefront>? = nil, publishedAt: Date? = nil,
        firstSeenAt: Date? = nil, expiresAt: Date? = nil, state: State = .live, phase: Phase? = nil,
        url: String? = nil, notes: LocalizedText? = nil, source: String? = nil
    ) {
        self.channel = channel
        self.groups = groups
        self.storefronts = storefronts
        self.publishedAt = publishedAt
        self.firstSeenAt = firstSeenAt
        self.expiresAt = expiresAt
        self.state = state
        self.phase = phase
        self.url = url
        self.notes = notes
        self.source = source
    }

    /// The source of offers that an author asserts and nobody observed.
    public static let asserted = "asserted"

    /// The date of availability, as far as it is known.
    var availableSince: Date? { hasUnreadableDate ? nil : publishedAt ?? firstSeenAt }

    /// Whether an update to the offer may be required: its date and its phase are readable.
    var isFitForRequired: Bool { !hasUnreadableDate && phase?.isKnown != false }
}

extension Offer.State: CustomStringConvertible {
    /// Creates a state from its name in documents. Unknown names become ``other(_:)``.
    /// - Parameter name: `live`, `inReview` or `withdrawn`.
    public init(_ name: String) {
        switch name {
        case "live": self = .live
        case "inReview": self = .inReview
        case "withdrawn": self = .withdrawn
        default: self = .other(name)
        }
    }

    /// The name as written in documents.
    public var description: String {
        switch self {
        case .live: "live"
        case .inReview: "inReview"
        case .withdrawn: "withdrawn"
        case .other(let name): name
        }
    }
}
