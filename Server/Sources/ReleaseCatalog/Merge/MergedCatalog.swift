package import AirworthyPolicy
package import Foundation

/// What all sources together say about one app at one instant.
package struct MergedCatalog: Hashable, Sendable {
    /// The releases that decisions are made on. The same facts always give the same bytes: its `asOf` is when the facts
    /// last changed, not when they were last confirmed.
    package var catalog: Catalog
    /// Every build on TestFlight that is remembered, expired ones too, newest first.
    package var builds: [TestFlightBuild]
    /// The sources that told the facts, by name.
    package var sources: [SourceAge]
    /// When time alone next changes the catalog or who has a build; `nil` if it does not.
    package var nextChange: Date?

    /// Nothing is known.
    package static let empty = MergedCatalog(catalog: .empty, builds: [], sources: [], nextChange: nil)

    /// When the oldest of Apple's sources was last confirmed; of an import alone, the instant it is from.
    package var asOf: Date? {
        sources.lazy.filter(\.source.isApple).map(\.checkedAt).min() ?? catalog.asOf
            ?? sources.first { $0.source == .manual }?.checkedAt
    }

    /// Whether anything was ever learnt that speaks for a channel.
    /// - Parameter channel: TestFlight needs App Store Connect or an import; `nil` asks for anything at all.
    /// - Returns: Whether an answer, even "there is none", would rest on something.
    package func isLearnt(for channel: Channel? = nil) -> Bool {
        sources.contains { Self.isNeeded($0.source, for: channel) }
    }

    /// Whether the oldest source that a channel needs was confirmed longer ago than three of its intervals.
    /// - Parameters:
    ///   - now: The clock.
    ///   - statuses: How the asking goes; a source that is asked no more counts with the default intervals.
    ///   - channel: The channel in question; `nil` is all of them.
    /// - Returns: Whether answers have to be marked as stale.
    package func isStale(at now: Date, statuses: [SourceStatus], for channel: Channel? = nil) -> Bool {
        sources.contains { age in
            guard age.source.isApple, Self.isNeeded(age.source, for: channel) else { return false }
            return isStale(age, at: now, statuses: statuses)
        }
    }

    /// Whether one source was confirmed longer ago than three of its intervals.
    package func isStale(_ age: SourceAge, at now: Date, statuses: [SourceStatus]) -> Bool {
        guard age.source.isApple else { return false }
        let status = statuses.first { $0.source == age.source }
        let fallback = age.source == .connect ? LearnerSettings.connectInterval : LearnerSettings.lookupInterval
        let confirmed = max(age.checkedAt, status?.lastSuccess ?? .distantPast)
        return now.timeIntervalSince(confirmed) > 3 * (status?.interval ?? fallback)
    }

    private static func isNeeded(_ source: Source, for channel: Channel?) -> Bool {
        switch source {
        case .operator: false
        case .lookup: !(channel?.isTestFlight ?? false)
        case .connect, .manual: true
        }
    }

    /// The newest build that an audience can install.
    /// - Parameters:
    ///   - audience: Who asks.
    ///   - platform: The platform.
    ///   - now: The clock.
    /// - Returns: The build, by version and then by number; `nil` if there is none.
    package func newest(for audience: Channel.Audience, platform: Platform, at now: Date) -> TestFlightBuild? {
        builds.first { $0.platform == platform && $0.availableTo(at: now).contains(audience) }
    }

    /// What a text was found as.
    package enum Match: String, Hashable, Sendable {
        /// A build number, `CFBundleVersion`.
        case build
        /// A marketing version, `CFBundleShortVersionString`.
        case version
    }

    /// Finds builds by number and, where there is none, by marketing version.
    /// - Parameters:
    ///   - text: A build number or a marketing version, as somebody wrote it.
    ///   - platform: The platform; `nil` is every one.
    /// - Returns: The builds, newest first, expired ones too, and what the text was; `nil` if there is none.
    package func builds(matching text: String, platform: Platform?) -> (matchedBy: Match, builds: [TestFlightBuild])? {
        let candidates = builds.filter { platform == nil || $0.platform == platform }
        if let number = try? BuildNumber(text) {
            let found = candidates.filter { $0.build == number }
            if !found.isEmpty { return (.build, found) }
        }
        guard let version = try? AppVersion(text) else { return nil }
        let found = candidates.filter { $0.version == version }
        return found.isEmpty ? nil : (.version, found)
    }
}
