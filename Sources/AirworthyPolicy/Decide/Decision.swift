#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The result of ``decide(_:for:at:confirmedAt:storedAt:trace:)-(Manifest,_,_,_,_,_)`` for one installation.
///
/// ```swift
/// switch decision.status {
/// case .ok: break
/// case .recommended: offer(decision.update)
/// case .required, .requiredUnavailable, .maintenance:
///     if decision.blocking { cover(title: decision.title, message: decision.message) }
/// }
/// ```
public struct Decision: Hashable, Sendable {
    /// The action that the app should take.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// Continue; no update is demanded.
        case ok
        /// Offer an update.
        case recommended
        /// Demand an update, which this device can install.
        case required
        /// An update should be demanded, but there is none that this device can install.
        case requiredUnavailable
        /// Wait until the maintenance ends.
        case maintenance
    }

    /// The source of the information that an update exists.
    public enum Evidence: String, Hashable, Sendable {
        /// A release that was observed.
        case catalog
        /// An assertion by the author of the policy.
        case asserted
    }

    /// A release to install.
    public struct Update: Hashable, Sendable {
        /// The version; `nil` if only a URL is known, or if it depends on a storefront that is not known.
        public var version: AppVersion?
        /// The build, if known.
        public var build: BuildNumber?
        /// The URL that leads to the update.
        public var url: String?
        /// The release notes, in the user's language.
        public var notes: String?
        /// The oldest operating system that it runs on, if known.
        public var minimumOS: AppVersion?
        /// The time when it became available, if known.
        public var publishedAt: Date?
        /// The source of the information that it exists.
        public var evidence: Evidence
        /// Whether installing it ends the beta: the App Store's release instead of a TestFlight build.
        public var leavesBeta: Bool = false
    }

    /// The action that the app should take.
    public var status: Status
    /// Whether the app must not be used. The one property that a caller must respect.
    public var blocking: Bool
    /// The reason for the decision.
    public var reason: Reason
    /// The rule that decided; `nil` if none did.
    public var rule: String?
    /// `expired` if the decision was relaxed because the manifest has expired.
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
    /// The release to install.
    public var update: Update?
    /// The newest offer for this installation, even if no rule acts.
    public var newest: Update?
    /// The heading, in the user's language; `nil` means the caller's built-in text.
    public var title: String?
    /// The text, in the user's language; `nil` means the caller's built-in text.
    public var message: String?
    /// Whether this update may be skipped.
    public var skippable: Bool
    /// The interval between prompts; `nil` unless the update is recommended.
    public var remind: Reminder?
    /// The time when the update becomes required.
    public var deadline: Date?
    /// The maintenance in progress.
    public var maintenance: Maintenance?
    /// The time when the installed beta expires.
    public var expiry: Date?
    /// The time when the decision may change although nothing but time has passed.
    public var reevaluateAt: Date?
    /// The time when the release data was current.
    public var factsAsOf: Date?
    /// A link to help for users who are blocked.
    public var support: String?
    /// Custom keys of the policy and the rule. Those of the rule win.
    public var meta: JSONObject?
    /// The value of each feature.
    public var features: [String: JSONValue]
    /// The trace of the decision, if it was requested.
    public var trace: Trace?

    /// The id of the built-in rule that reminds testers of an expiring beta.
    public static let betaExpiryRule = "$beta-expiry"

    /// The installed version and build; `nil` if the version cannot be read.
    var installed: InstalledBuild? {
        (try? AppVersion(installedVersion)).map { InstalledBuild(version: $0, build: installedBuild) }
    }

    /// The newest release for this installation, if it is newer than the installed one.
    package var newerRelease: Update? {
        guard let newest, let version = newest.version, let installed,
            InstalledBuild(version: version, build: newest.build).isNewer(than: installed)
        else { return nil }
        return newest
    }
}

// MARK: - Previews and tests

extension Decision {
    /// Creates a decision for previews and tests. Set its other properties afterwards.
    ///
    /// ```swift
    /// var decision = Decision(.required, for: Installation(version: "1.5", channel: .appstore))
    /// decision.update = Decision.Update(version: try AppVersion("2.0"), url: "https://apps.apple.com/app/id42")
    /// ```
    /// - Parameters:
    ///   - status: The status. `required` and `maintenance` block.
    ///   - installation: The installed app.
    public init(_ status: Status, for installation: Installation) {
        self.init(
            status: status, blocking: status == .required || status == .maintenance,
            reason: status == .ok ? .noRule : .matched, platform: installation.platform, channel: installation.channel,
            installedVersion: installation.versionText, installedBuild: installation.build, skippable: false,
            features: [:])
    }
}

extension Decision.Update {
    /// Creates an update for previews and tests. Set its other properties afterwards.
    /// - Parameters:
    ///   - version: The version; `nil` if only a URL is known.
    ///   - build: The build, if known.
    ///   - url: The URL that leads to the update.
    public init(version: AppVersion?, build: BuildNumber? = nil, url: String?) {
        self.init(version: version, build: build, url: url, evidence: version == nil ? .asserted : .catalog)
    }
}

// MARK: - JSON

extension Decision {
    /// The version of the JSON format, 1.
    public static let currentSchema = 1

    /// The decision as JSON.
    ///
    /// Every key is always present, with `null` for an absent value; only `meta`, `support` and `trace` are left out.
    public var jsonValue: JSONValue {
        var object = ObjectWriter(capacity: 25)
        object.put("schema", orNull: .number(JSONNumber(Self.currentSchema)))
        object.put("status", orNull: .string(status.rawValue))
        object.put("blocking", orNull: .bool(blocking))
        object.put("reason", orNull: .string(reason.rawValue))
        object.put("rule", orNull: .of(rule))
        object.put("softened", orNull: .of(softened))
        object.put("revision", orNull: revision.map { .number(JSONNumber($0)) })
        object.put("platform", orNull: .string(platform.description))
        object.put("channel", orNull: .string(channel.description))
        object.put("installed", orNull: installedJSON)
        object.put("update", orNull: update?.jsonValue)
        object.put("newest", orNull: newest?.jsonValue)
        object.put("title", orNull: .of(title))
        object.put("message", orNull: .of(message))
        object.put("skippable", orNull: .bool(skippable))
        object.put("remind", orNull: .text(remind))
        object.put("deadline", orNull: .of(deadline))
        object.put("maintenance", orNull: maintenance.map { ["until": .of($0.until), "url": .of($0.url)] })
        object.put("expiry", orNull: .of(expiry))
        object.put("reevaluateAt", orNull: .of(reevaluateAt))
        object.put("factsAsOf", orNull: .of(factsAsOf))
        object.put("features", orNull: ObjectWriter.object(features) { $0 })
        object.add("support", value: support)
        object.add("meta", value: meta.map { .object($0) })
        object.add("trace", value: trace?.jsonValue)
        return object.value
    }

    private var installedJSON: JSONValue {
        var object = ObjectWriter(capacity: 3)
        object.put("platform", orNull: .string(platform.description))
        object.put("version", orNull: .string(installedVersion))
        object.put("build", orNull: .text(installedBuild))
        return object.value
    }
}

extension Decision.Update {
    fileprivate var jsonValue: JSONValue {
        var object = ObjectWriter(capacity: 8)
        object.put("version", orNull: .text(version))
        object.put("build", orNull: .text(build))
        object.put("url", orNull: .of(url))
        object.put("notes", orNull: .of(notes))
        object.put("minimumOS", orNull: .text(minimumOS))
        object.put("publishedAt", orNull: .of(publishedAt))
        object.put("evidence", orNull: .string(evidence.rawValue))
        if leavesBeta { object.put("leavesBeta", orNull: true) }
        return object.value
    }
}
