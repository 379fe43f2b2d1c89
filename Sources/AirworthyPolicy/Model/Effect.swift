#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The strength of a rule.
public enum UpdateLevel: String, Hashable, Sendable, CaseIterable {
    /// No update. Later rules do not apply, so that the rule is an exemption.
    case none
    /// A prompt suggests the update.
    case recommended
    /// The installed build is blocked until it is updated.
    case required
}

/// The interval between prompts for a recommended update.
public enum Reminder: Hashable, Sendable, CustomStringConvertible {
    /// At each cold start, and on return to the app after 30 minutes.
    case always
    /// On a later calendar day.
    case daily
    /// Seven calendar days later.
    case weekly
    /// Once for each release.
    case once
    /// This long after the user's answer.
    case every(Period)

    /// Creates a reminder from `always`, `daily`, `weekly`, `once` or an ISO 8601 duration such as `PT12H`.
    ///
    /// Returns `nil` for any other text.
    /// - Parameter text: The text.
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

/// The size of an update: the first component in which the versions differ.
///
/// ```swift
/// ChangeStep(from: try AppVersion("2.1.4"), to: try AppVersion("2.3"))  // .minor
/// ```
public enum ChangeStep: String, Hashable, Sendable, CaseIterable {
    /// The first component.
    case major
    /// The second component.
    case minor
    /// The third component.
    case patch
    /// The fourth component or a later one.
    case revision
    /// Only the build or a suffix differs.
    case build

    /// Creates the step between two versions.
    /// - Parameters:
    ///   - installed: The installed version.
    ///   - offered: The offered version.
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

/// A maintenance window, which blocks every installation that the rule matches until its end.
public struct Maintenance: Hashable, Sendable {
    /// The end, which also applies offline.
    public var until: Date
    /// A URL with more information.
    public var url: String?

    /// Creates a maintenance window.
    /// - Parameters:
    ///   - until: The end.
    ///   - url: A URL with more information.
    public init(until: Date, url: String? = nil) {
        self.until = until
        self.url = url
    }
}

/// The effect of a rule.
///
/// ```swift
/// var effect = Effect(update: .recommended)
/// effect.remind = .weekly
/// effect.message = LocalizedText(["en": "Please update.", "ja": "アップデートしてください。"])
/// ```
public struct Effect: Hashable, Sendable {
    /// The treatment of the App Store's phased release.
    public enum Phasing: String, Hashable, Sendable, CaseIterable {
        /// Offer the update only to the current share of devices.
        case follow
        /// Offer the update to all devices, because the store serves manual updates to all.
        case ignore
    }

    /// The strength; `nil` if the rule has only ``perChange`` or ``maintenance``.
    public var update: UpdateLevel?
    /// The strength by the size of the update; ``update`` for a missing size.
    public var perChange: [ChangeStep: UpdateLevel] = [:]
    /// The oldest release that satisfies the rule; `nil` for the newest installable one.
    public var target: UpdateTarget?
    /// The date from which the update is required; recommended before it.
    public var deadline: Date?
    /// The wait after a release before the rule acts.
    public var releasedFor = Period(seconds: 0)
    /// The interval between prompts.
    public var remind = Reminder.daily
    /// Whether the user may skip the release.
    public var skippable = false
    /// Whether to block even if no update can be installed.
    public var blocksIfUnavailable = false
    /// The treatment of a phased release; `nil` to follow it for recommended and ignore it for required updates.
    public var phasing: Phasing?
    /// The URL of the update, if it differs from the catalog's.
    public var url: String?
    /// The maintenance window. It excludes ``update``.
    public var maintenance: Maintenance?
    /// The heading.
    public var title: LocalizedText?
    /// The text.
    public var message: LocalizedText?
    /// Whether every part of the effect is readable. Otherwise the rule does nothing and counts as a possible exemption.
    public var isReadable = true

    /// Creates an effect with the defaults of the format.
    /// - Parameter update: The strength.
    public init(update: UpdateLevel? = nil) { self.update = update }

    /// Whether the effect could be weaker than `required` at a given time.
    func isWeakerThanRequired(at now: Date) -> Bool {
        if !isReadable { return true }
        if maintenance != nil { return false }
        if let deadline { return now < deadline || update == UpdateLevel.none || perChange.values.contains(.none) }
        // A step that is not named comes to nothing without `update`, so it spares no installation.
        let others = perChange.isEmpty ? update : update ?? .required
        return others != .required || perChange.values.contains { $0 != .required }
    }
}
