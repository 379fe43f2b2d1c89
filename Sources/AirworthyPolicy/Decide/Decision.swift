#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The engine's answer for one installation.
public struct Decision: Hashable, Sendable {
    /// What the copy is asked to do.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// Carry on.
        case ok
        /// An update is worth a prompt.
        case recommended
        /// This build may not carry on, and an update can be had.
        case required
        /// This build should not carry on, but nothing can be installed.
        case requiredUnavailable
        /// Wait until the maintenance ends.
        case maintenance
    }

    /// What an update rests on.
    public enum Evidence: String, Hashable, Sendable {
        /// A release that was seen.
        case catalog
        /// Somebody's word.
        case asserted
    }

    /// A release to go to.
    public struct Update: Hashable, Sendable {
        /// Its version; `nil` if only a URL is known.
        public var version: AppVersion?
        /// Its build, if known.
        public var build: BuildNumber?
        /// Where to get it.
        public var url: String?
        /// What is new, in the reader's language.
        public var notes: String?
        /// The oldest operating system it runs on, if known.
        public var minimumOS: AppVersion?
        /// When it became available, if known.
        public var publishedAt: Date?
        /// What it rests on.
        public var evidence: Evidence
        /// Whether installing it ends the beta: the App Store's release instead of a TestFlight build.
        public var leavesBeta: Bool = false
    }

    /// What the copy is asked to do.
    public var status: Status
    /// Whether the copy must not carry on. The one thing a caller must obey.
    public var blocking: Bool
    /// Why.
    public var reason: Reason
    /// The rule that decided; `nil` if none did.
    public var rule: String?
    /// `expired` if the manifest's age softened the decision.
    public var softened: String?
    /// The manifest's revision, if it has one.
    public var revision: Int?
    /// The platform the decision is for.
    public var platform: Platform
    /// The channel the decision is for.
    public var channel: Channel
    /// The installed version as it was given.
    public var installedVersion: String
    /// The installed build, if known.
    public var installedBuild: BuildNumber?
    /// The release to go to.
    public var update: Update?
    /// The newest offer for this installation, even when no rule acts.
    public var newest: Update?
    /// The heading, in the reader's language; `nil` means the caller's built-in text.
    public var title: String?
    /// The text, in the reader's language; `nil` means the caller's built-in text.
    public var message: String?
    /// Whether this update may be skipped.
    public var skippable: Bool
    /// How often to bring it up; `nil` unless it is recommended.
    public var remind: Reminder?
    /// When it becomes required.
    public var deadline: Date?
    /// The maintenance under way.
    public var maintenance: Maintenance?
    /// When the installed beta expires.
    public var expiry: Date?
    /// When time alone may change the decision.
    public var reevaluateAt: Date?
    /// The instant the facts are from.
    public var factsAsOf: Date?
    /// Where a blocked person finds help.
    public var support: String?
    /// Opaque keys of the policy and the rule, the rule's first.
    public var meta: JSONObject?
    /// The value of each feature.
    public var features: [String: JSONValue]
    /// How the decision was reached, when asked for.
    public var trace: Trace?
}
