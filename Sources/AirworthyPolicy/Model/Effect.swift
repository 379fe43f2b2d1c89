#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How strongly a rule asks for an update.
public enum UpdateLevel: String, Hashable, Sendable, CaseIterable {
    /// Written out, it exempts: no later rule is looked at.
    case none
    /// Worth a prompt.
    case recommended
    /// The installed build may not carry on.
    case required
}

/// How often a recommended update may be brought up again.
public enum Reminder: Hashable, Sendable, CustomStringConvertible {
    /// At each cold start or return after 30 minutes.
    case always
    /// On a later calendar day.
    case daily
    /// Seven calendar days later.
    case weekly
    /// Once for each target.
    case once
    /// This long after the answer.
    case every(Period)

    /// Reads `always`, `daily`, `weekly`, `once` or an ISO 8601 duration such as `PT12H`.
    /// - Parameter text: The text. `nil` is returned for anything else.
    public init?(_ text: String) {
        switch text {
        case "always": self = .always
        case "daily": self = .daily
        case "weekly": self = .weekly
        case "once": self = .once
        default:
            guard let period = try? Period(text), period.seconds > 0 else { return nil }
            self = .every(period)
        }
    }

    /// The text as written in documents.
    public var description: String {
        switch self {
        case .always: "always"
        case .daily: "daily"
        case .weekly: "weekly"
        case .once: "once"
        case .every(let period): period.description
        }
    }
}

/// How large a step an update is: the first component in which the versions differ.
public enum ChangeStep: String, Hashable, Sendable, CaseIterable {
    /// The first component.
    case major
    /// The second component.
    case minor
    /// The third component.
    case patch
    /// The fourth component or a later one.
    case revision
    /// Equal numbers: only the build or a suffix differs.
    case build

    /// Measures the step between two versions, however far apart they are.
    /// - Parameters:
    ///   - installed: The version a device has.
    ///   - offered: The version it could have.
    public init(from installed: AppVersion, to offered: AppVersion) {
        switch offered.firstDifferingComponent(from: installed) {
        case nil: self = .build
        case 0?: self = .major
        case 1?: self = .minor
        case 2?: self = .patch
        default: self = .revision
        }
    }
}

/// A stop for everybody the rule matches, with an end.
public struct Maintenance: Hashable, Sendable {
    /// When it ends, also offline.
    public var until: Date
    /// Where to read more.
    public var url: String?

    /// Makes a maintenance window.
    /// - Parameters:
    ///   - until: When it ends.
    ///   - url: Where to read more.
    public init(until: Date, url: String? = nil) {
        self.until = until
        self.url = url
    }
}

/// The release a rule wants installed at least.
public struct UpdateTarget: Hashable, Sendable, CustomStringConvertible {
    /// The version.
    public var version: AppVersion
    /// The build, where the rule names one.
    public var build: BuildNumber?

    /// Makes a target.
    /// - Parameters:
    ///   - version: The version.
    ///   - build: The build, where the rule names one.
    public init(version: AppVersion, build: BuildNumber? = nil) {
        self.version = version
        self.build = build
    }

    /// E.g. `2.2.1 (310)`.
    public var description: String { build.map { "\(version) (\($0))" } ?? "\(version)" }
}

/// What a rule does when it wins.
public struct Effect: Hashable, Sendable {
    /// Whether to follow the App Store's phased release.
    public enum Phasing: String, Hashable, Sendable, CaseIterable {
        /// Only the day's share is offered the update.
        case follow
        /// Everybody is: the store gives it to whoever asks.
        case ignore
    }

    /// How strongly to ask; `nil` when only ``perChange`` or ``maintenance`` speaks.
    public var update: UpdateLevel?
    /// A different level for a major, minor, … step; a missing step takes ``update``.
    public var perChange: [ChangeStep: UpdateLevel] = [:]
    /// The release wanted at least; `nil` is the newest installable.
    public var target: UpdateTarget?
    /// Recommended before it, required from it on.
    public var deadline: Date?
    /// How long a release must have been out before the rule acts.
    public var releasedFor = Period(seconds: 0)
    /// How often to bring it up.
    public var remind = Reminder.daily
    /// Whether this target may be skipped.
    public var skippable = false
    /// Whether to block when nothing can be installed.
    public var blocksIfUnavailable = false
    /// Whether to follow a phased release; `nil` is follow for recommended, ignore for required.
    public var phasing: Phasing?
    /// Where to get the update, if not where the catalog says.
    public var url: String?
    /// A stop for everybody. Excludes ``update``.
    public var maintenance: Maintenance?
    /// The heading.
    public var title: LocalizedText?
    /// The text.
    public var message: LocalizedText?
    /// `false` if a part of the effect is unknown to this engine: then the rule does nothing, and counts as an
    /// exemption that cannot be read.
    public var isReadable = true

    /// Makes an effect with the defaults of the format.
    /// - Parameter update: How strongly to ask.
    public init(update: UpdateLevel? = nil) { self.update = update }

    /// Whether the effect could, as written, be weaker than `required` at the instant `now`.
    func isWeakerThanRequired(at now: Date) -> Bool {
        if !isReadable { return true }
        if maintenance != nil { return false }
        if let deadline { return now < deadline || update == UpdateLevel.none || perChange.values.contains(.none) }
        return update != .required || perChange.values.contains { $0 != .required }
    }
}
