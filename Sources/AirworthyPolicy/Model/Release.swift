#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One build known to exist, and each way to get it.
public struct Release: Hashable, Sendable {
    /// The platform it was built for.
    public var platform: Platform
    /// The marketing version, `CFBundleShortVersionString`.
    public var version: AppVersion
    /// The build number, `CFBundleVersion`; the App Store lookup does not tell it.
    public var build: BuildNumber?
    /// The oldest operating system it runs on, if known.
    public var minimumOS: AppVersion?
    /// Each way to get it.
    public var offers: [Offer]

    /// Makes a release.
    /// - Parameters:
    ///   - platform: The platform it was built for.
    ///   - version: The marketing version.
    ///   - build: The build number, if known.
    ///   - minimumOS: The oldest operating system it runs on, if known.
    ///   - offers: Each way to get it.
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

/// One way to get a release. An absent fact means unknown and excludes nothing.
public struct Offer: Hashable, Sendable {
    /// Whether a release can be had this way. States from the future survive as ``other(_:)`` and are not installable.
    public enum State: Hashable, Sendable {
        /// It can be had now.
        case live
        /// Apple has it: from waiting for review up to pending release.
        case inReview
        /// It was taken back.
        case withdrawn
        /// A state this engine does not know, as written.
        case other(String)
    }

    /// How far the App Store's phased release has come.
    public struct Phase: Hashable, Sendable {
        /// `active`, `paused`, `complete` or `inactive`, as written.
        public var state: String
        /// The day of the phased release, from 1 to 7.
        public var day: Int?

        /// Makes a phase.
        /// - Parameters:
        ///   - state: `active`, `paused`, `complete` or `inactive`.
        ///   - day: The day, from 1 to 7.
        public init(state: String, day: Int? = nil) {
            self.state = state
            self.day = day
        }

        /// The share of devices that are offered the release by themselves, in parts per million.
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

    /// The channel; `testflight` stands for both audiences.
    public var channel: Channel
    /// The TestFlight groups that have it, if known.
    public var groups: Set<String>?
    /// The App Store countries that sell it; `nil` is everywhere.
    public var storefronts: Set<Storefront>?
    /// When it became available here.
    public var publishedAt: Date?
    /// When it was first seen here; stands in for ``publishedAt``.
    public var firstSeenAt: Date?
    /// When it stops working (TestFlight: 90 days after upload).
    public var expiresAt: Date?
    /// Whether it can be had.
    public var state: State
    /// How far the phased release has come, if there is one.
    public var phase: Phase?
    /// Where to get it.
    public var url: String?
    /// What is new.
    public var notes: LocalizedText?
    /// Who said so: `lookup`, `appStoreConnect`, `manual`, `asserted`, ….
    public var source: String?

    /// Makes an offer.
    /// - Parameters:
    ///   - channel: The channel.
    ///   - groups: The TestFlight groups that have it.
    ///   - storefronts: The App Store countries that sell it; `nil` is everywhere.
    ///   - publishedAt: When it became available.
    ///   - firstSeenAt: When it was first seen.
    ///   - expiresAt: When it stops working.
    ///   - state: Whether it can be had.
    ///   - phase: How far the phased release has come.
    ///   - url: Where to get it.
    ///   - notes: What is new.
    ///   - source: Who said so.
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

    /// The source of offers that somebody asserts without having seen them.
    public static let asserted = "asserted"

    /// When it became available, as far as anybody knows.
    var availableSince: Date? { publishedAt ?? firstSeenAt }
}
