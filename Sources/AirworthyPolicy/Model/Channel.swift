/// The distribution channel of an installation.
///
/// A shorter name matches its longer ones: a condition `testflight` matches all TestFlight installations.
///
/// ```swift
/// Channel("testflight.internal").matches(.testflight(nil))  // .true
/// Channel("testflight").matches(.testflight(.internal))     // .undecided
/// ```
public enum Channel: Hashable, Sendable, CustomStringConvertible {
    /// The testers of a TestFlight build.
    public enum Audience: String, Hashable, Sendable, CaseIterable {
        /// App Store Connect users of the team.
        case `internal`
        /// Invited testers and public links.
        case external
    }

    /// The track of a tester on Google Play.
    public enum Track: String, Hashable, Sendable, CaseIterable {
        /// Internal testing.
        case `internal`
        /// Closed testing.
        case closed
        /// Open testing.
        case open
    }

    /// A build run from Xcode or in the simulator.
    case debug
    /// TestFlight; `nil` if the audience is unknown.
    case testflight(Audience?)
    /// Apple's App Store.
    case appstore
    /// An alternative marketplace, with its bundle id if known.
    case marketplace(String?)
    /// Distribution from the developer's web site.
    case web
    /// In-house distribution.
    case enterprise
    /// Ad hoc distribution.
    case adhoc
    /// Google Play: production or a track that the app does not know (`nil`), or a track for testers.
    case play(Track?)
    /// An Android package that no store installed, such as one of the developer's web site.
    case sideload
    /// An unknown channel; never treated as the App Store.
    case unknown
    /// A channel of a later version, as written.
    case other(String)

    /// The known names, for messages and completion.
    public static let knownNames = [
        "debug", "testflight", "testflight.internal", "testflight.external", "appstore", "marketplace",
        "marketplace:<bundle id>", "web", "enterprise", "adhoc", "play", "play.internal", "play.closed", "play.open",
        "sideload", "unknown",
    ]

    /// Creates a channel from its name in documents. Unknown names become ``other(_:)``.
    /// - Parameter name: E.g. `appstore`, `testflight.internal`, `marketplace:com.example.store`.
    public init(_ name: String) {
        switch name {
        case "debug": self = .debug
        case "testflight": self = .testflight(nil)
        case "testflight.internal": self = .testflight(.internal)
        case "testflight.external": self = .testflight(.external)
        case "appstore": self = .appstore
        case "marketplace": self = .marketplace(nil)
        case "web": self = .web
        case "enterprise": self = .enterprise
        case "adhoc": self = .adhoc
        case "play": self = .play(nil)
        case "play.internal": self = .play(.internal)
        case "play.closed": self = .play(.closed)
        case "play.open": self = .play(.open)
        case "sideload": self = .sideload
        case "unknown": self = .unknown
        default:
            if name.hasPrefix("marketplace:"), name.utf8.count > 12 {
                self = .marketplace(String(name.dropFirst(12)))
            } else {
                self = .other(name)
            }
        }
    }

    /// Whether this version knows the channel.
    public var isKnown: Bool {
        if case .other = self { false } else { true }
    }

    /// The name as written in documents.
    public var description: String {
        switch self {
        case .debug: "debug"
        case .testflight(nil): "testflight"
        case .testflight(let audience?): "testflight.\(audience.rawValue)"
        case .appstore: "appstore"
        case .marketplace(nil): "marketplace"
        case .marketplace(let id?): "marketplace:\(id)"
        case .web: "web"
        case .enterprise: "enterprise"
        case .adhoc: "adhoc"
        case .play(nil): "play"
        case .play(let track?): "play.\(track.rawValue)"
        case .sideload: "sideload"
        case .unknown: "unknown"
        case .other(let name): name
        }
    }

    /// Whether the installation is for developers or testers: a debug build, any TestFlight installation, or a track of Google Play
    /// for testers.
    public var isDeveloper: Bool {
        if case .play(.some) = self { return true }
        return self == .debug || isTestFlight
    }

    /// Whether this is TestFlight, with any audience.
    public var isTestFlight: Bool {
        if case .testflight = self { true } else { false }
    }

    /// Whether an installation from this channel satisfies a condition on a channel.
    ///
    /// - Parameter wanted: The channel in the condition.
    /// - Returns: ``Truth/undecided`` if this channel is `unknown` or less precise than the condition, e.g. `testflight`
    ///   for `testflight.internal`.
    public func matches(_ wanted: Channel) -> Truth {
        switch (self, wanted) {
        case (.unknown, .unknown): .true
        case (.unknown, _): .undecided
        case (.testflight, .testflight(nil)): .true
        case (.testflight(nil), .testflight): .undecided
        case (.marketplace, .marketplace(nil)): .true
        case (.marketplace(nil), .marketplace): .undecided
        case (.play, .play(nil)): .true
        case (.play(nil), .play): .undecided
        case (_, .other): .undecided
        default: Truth(self == wanted)
        }
    }

    /// Whether an installation from this channel receives offers on a channel.
    ///
    /// An installation from `testflight` without an audience receives external builds only, because its user may not be
    /// an internal tester. On Google Play testers also receive what everybody does.
    /// - Parameter offered: The offer's channel.
    /// - Returns: Whether the installation receives the offer.
    package func receives(offersOn offered: Channel) -> Bool {
        switch (self, offered) {
        case (.testflight(let mine), .testflight(let theirs)):
            theirs == nil || theirs == (mine ?? .external)
        case (.marketplace(let mine), .marketplace(let theirs)):
            theirs == nil || mine == theirs
        case (.play(let mine), .play(let theirs)):
            theirs == nil || mine == theirs
        case (.unknown, _), (.debug, _), (.adhoc, _): false
        default: self == offered
        }
    }

    /// Whether only the newest build can be installed. On all other channels old builds stay installable.
    ///
    /// ```swift
    /// Channel.appstore.servesOnlyNewest  // true
    /// Channel.sideload.servesOnlyNewest  // false
    /// ```
    public var servesOnlyNewest: Bool {
        if case .play = self { true } else { self == .appstore }
    }

    /// Whether only releases for Android are distributed through it.
    ///
    /// ```swift
    /// Channel.play(.internal).isOfAndroid  // true
    /// ```
    public var isOfAndroid: Bool {
        if case .play = self { true } else { self == .sideload }
    }

    /// The channels through which releases for a platform are distributed, each with its parts.
    package static func distributing(_ platform: Platform) -> [Channel] {
        platform == .android
            ? [.play(nil)] + Track.allCases.map { .play($0) } + [.sideload]
            : [
                .appstore, .testflight(nil), .testflight(.internal), .testflight(.external), .marketplace(nil), .web,
                .enterprise,
            ]
    }

    /// Whether `required` applies only if the rule names this channel, because it does not distribute updates.
    package var mustBeListed: Bool { self == .debug || self == .adhoc || self == .unknown }
}
