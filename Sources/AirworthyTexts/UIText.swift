package import AirworthyPolicy
package import Foundation

/// The texts of the views, with a method for each text that takes arguments.
package struct UIText: Sendable {
    private let table: TextTable
    private let timeZone: TimeZone

    /// Creates the texts of a language.
    /// - Parameters:
    ///   - language: A tag or locale identifier; `nil` for the language of the app.
    ///   - timeZone: The time zone for dates and times.
    package init(language: String?, timeZone: TimeZone = .current) {
        self.init(table: TextTable(language: language), timeZone: timeZone)
    }

    /// Creates the texts of a table.
    init(table: TextTable, timeZone: TimeZone) {
        self.table = table
        self.timeZone = timeZone
    }

    /// Returns a text without arguments.
    package subscript(_ key: TextKey) -> String { table.text(key) }

    // MARK: Releases

    package func newVersion(_ new: String, installed: String) -> String {
        table.text(.promptMessage, with: [.text(new), .text(installed)])
    }

    package func installed(_ version: String) -> String { table.text(.checkInstalled, with: [.text(version)]) }

    package func versions(installed: String, newest: String) -> String {
        table.text(.checkVersions, with: [.text(installed), .text(newest)])
    }

    package func newest(_ version: String) -> String { table.text(.checkNewest, with: [.text(version)]) }

    /// Returns the message that the update needs a newer system, e.g. `iOS 17.0`.
    package func needs(system: String) -> String { table.text(.unavailableSystem, with: [.text(system)]) }

    /// Returns the message that the newest release needs a newer system, e.g. `iOS 17.0`.
    package func newestNeeds(system: String) -> String { table.text(.checkSystem, with: [.text(system)]) }

    // MARK: Times

    package func maintenanceEnd(_ end: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = table.locale
        formatter.timeZone = timeZone
        formatter.dateStyle = .medium
        formatter.timeStyle = .short
        return table.text(.maintenanceEnd, with: [.text(formatter.string(from: end))])
    }

    package func deadline(_ left: Presentation.Countdown) -> String {
        timeLeft(left, days: .deadlineDays, hours: .deadlineHours, soon: .deadlineSoon)
    }

    package func expiry(_ left: Presentation.Countdown) -> String {
        timeLeft(left, days: .expiryDays, hours: .expiryHours, soon: .expirySoon)
    }

    private func timeLeft(
        _ left: Presentation.Countdown, days: TextKey, hours: TextKey, soon: TextKey
    ) -> String {
        if left.days > 0 { return table.text(days, with: [.count(left.days)]) }
        return left.hours > 0 ? table.text(hours, with: [.count(left.hours)]) : table.text(soon)
    }

    // MARK: Links

    /// Returns the message for links that the system did not open.
    package func refused(_ links: UpdateLinks) -> String {
        switch links.place {
        case .appStore: self[.refusedStore]
        case .testFlight: self[.refusedBeta]
        case .elsewhere: table.text(.refusedLink, with: [.text(links.urls.first?.absoluteString ?? "")])
        }
    }

    // MARK: Badge

    /// Returns the text of the badge.
    /// - Parameters:
    ///   - channel: The channel of the installation.
    ///   - testerGroups: The groups of testers that have the build, if known.
    /// - Returns: The text; `nil` on the App Store and for an unknown channel.
    package func badge(_ channel: Channel, testerGroups: Set<Channel.Audience> = []) -> String? {
        switch channel {
        case .debug: self[.badgeDebug]
        case .testflight(nil): self[testerGroups.count > 1 ? .badgeBoth : .badgeTestFlight]
        case .testflight(.internal?): self[.badgeInternal]
        case .testflight(.external?): self[.badgeExternal]
        case .adhoc: self[.badgeAdHoc]
        case .marketplace: self[.badgeMarketplace]
        case .web: self[.badgeWeb]
        case .enterprise: self[.badgeEnterprise]
        case .appstore, .play, .sideload, .unknown, .other: nil
        }
    }

    /// Returns the name of a channel, also of those without a badge.
    package func name(_ channel: Channel) -> String {
        if let badge = badge(channel) { return badge }
        switch channel {
        case .appstore: return "App Store"
        case .play(nil): return "Google Play"
        case .play(let track?): return "Google Play (\(track.rawValue))"
        case .other(let name): return name
        default: return self[.badgeUnknown]
        }
    }

    package func badgeLabel(_ badge: String) -> String { table.text(.badgeLabel, with: [.text(badge)]) }
}
