/// How a copy of the app got onto the device.
///
/// A shorter name matches its longer ones: a condition `testflight` matches all TestFlight copies.
public enum Channel: Hashable, Sendable, CustomStringConvertible {
    /// Who a TestFlight build was given to.
    public enum Audience: String, Hashable, Sendable, CaseIterable {
        /// App Store Connect users of the team.
        case `internal`
        /// Invited testers and public links.
        case external
    }

    /// A build run from Xcode or in the simulator.
    case debug
    /// TestFlight; `nil` when it is not known which audience.
    case testflight(Audience?)
    /// Apple's App Store.
    case appstore
    /// An alternative marketplace, by bundle id where known.
    case marketplace(String?)
    /// A developer's web site.
    case web
    /// In-house distribution.
    case enterprise
    /// Ad hoc distribution.
    case adhoc
    /// Not known; never treated as the App Store.
    case unknown
    /// A channel this engine does not know, as written.
    case other(String)

    /// The names this engine knows, for messages and completion.
    public static let knownNames = [
        "debug", "testflight", "testflight.internal", "testflight.external", "appstore", "marketplace",
        "marketplace:<bundle id>", "web", "enterprise", "adhoc", "unknown",
    ]

    /// Reads a name as written in documents. Unknown names survive as ``other(_:)``.
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
        case "unknown": self = .unknown
        default:
            if name.hasPrefix("marketplace:"), name.utf8.count > 12 {
                self = .marketplace(String(name.dropFirst(12)))
            } else {
                self = .other(name)
            }
        }
    }

    /// Whether this engine knows the channel.
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
        case .unknown: "unknown"
        case .other(let name): name
        }
    }

    /// Whether unfinished work may show: a debug build or any TestFlight copy.
    public var isDeveloper: Bool { self == .debug || isTestFlight }

    /// Whether this is TestFlight, whatever the audience.
    public var isTestFlight: Bool {
        if case .testflight = self { true } else { false }
    }

    /// Answers a condition that asks for `asked` about a copy that came through this channel.
    ///
    /// - Parameter asked: The channel a rule names.
    /// - Returns: ``Truth/undecided`` if this channel is `unknown`, or too coarse to tell
    ///   (`testflight.internal` asked of plain `testflight`).
    public func matches(_ asked: Channel) -> Truth {
        switch (self, asked) {
        case (.unknown, .unknown): .true
        case (.unknown, _): .undecided
        case (.testflight, .testflight(nil)): .true
        case (.testflight(nil), .testflight): .undecided
        case (.marketplace, .marketplace(nil)): .true
        case (.marketplace(nil), .marketplace): .undecided
        case (_, .other): .undecided
        default: Truth(self == asked)
        }
    }

    /// Whether an offer on channel `offered` reaches a copy that came through this channel.
    ///
    /// Plain `testflight` is offered external builds: nobody can know that the tester is an internal one.
    /// - Parameter offered: The offer's channel.
    /// - Returns: Whether such an offer counts for the copy.
    func isServed(by offered: Channel) -> Bool {
        switch (self, offered) {
        case (.testflight(let mine), .testflight(let theirs)):
            theirs == nil || theirs == (mine ?? .external)
        case (.marketplace(let mine), .marketplace(let theirs)):
            theirs == nil || mine == theirs
        case (.unknown, _), (.debug, _), (.adhoc, _): false
        default: self == offered
        }
    }

    /// Whether only the newest build can be had here. Everywhere else old builds stay installable.
    var servesOnlyNewest: Bool { self == .appstore }

    /// Whether `required` needs the rule to name this channel: nobody ships updates through it.
    var mustBeListed: Bool { self == .debug || self == .adhoc || self == .unknown }
}
