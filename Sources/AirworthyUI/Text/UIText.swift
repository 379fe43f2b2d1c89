import AirworthyPolicy
import Foundation

/// The texts of the views, each with the arguments it takes.
struct UIText: Sendable {
    private let table: TextTable
    private let timeZone: TimeZone

    /// - Parameters:
    ///   - language: A tag or locale identifier; `nil` is the language the app shows.
    ///   - timeZone: Where times of day are told for.
    init(language: String?, timeZone: TimeZone = .current) {
        table = TextTable(language: language)
        self.timeZone = timeZone
    }

    /// A text without arguments.
    subscript(_ key: TextKey) -> String { table.text(key) }

    // MARK: Releases

    func newVersion(_ new: String, installed: String) -> String {
        table.text(.promptMessage, [.text(new), .text(installed)])
    }

    func installed(_ version: String) -> String { table.text(.checkInstalled, [.text(version)]) }

    func newest(_ version: String) -> String { table.text(.checkNewest, [.text(version)]) }

    /// The update is for a newer system, e.g. `iOS 17.0`.
    func needs(system: String) -> String { table.text(.unavailableSystem, [.text(system)]) }

    /// The newest release is for a newer system, e.g. `iOS 17.0`.
    func newestNeeds(system: String) -> String { table.text(.checkSystem, [.text(system)]) }

    // MARK: Times

    func maintenanceEnd(_ end: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = table.locale
        formatter.timeZone = timeZone
        formatter.dateStyle = .medium
        formatter.timeStyle = .short
        return table.text(.maintenanceEnd, [.text(formatter.string(from: end))])
    }

    func deadline(_ left: Presentation.Countdown) -> String {
        timeLeft(left, days: .deadlineDays, hours: .deadlineHours, soon: .deadlineSoon)
    }

    func expiry(_ left: Presentation.Countdown) -> String {
        timeLeft(left, days: .expiryDays, hours: .expiryHours, soon: .expirySoon)
    }

    private func timeLeft(
        _ left: Presentation.Countdown, days: TextKey, hours: TextKey, soon: TextKey
    ) -> String {
        if left.days > 0 { return table.text(days, [.count(left.days)]) }
        return left.hours > 0 ? table.text(hours, [.count(left.hours)]) : table.text(soon)
    }

    // MARK: Links

    /// What to say where no link opened.
    func refused(_ links: UpdateLinks) -> String {
        switch links.place {
        case .appStore: self[.refusedStore]
        case .testFlight: self[.refusedBeta]
        case .elsewhere: table.text(.refusedLink, [.text(links.urls.first?.absoluteString ?? "")])
        }
    }

    // MARK: Badge

    /// What a badge says; `nil` where there is none: on the App Store, and where nobody knows.
    func badge(_ channel: Channel) -> String? {
        switch channel {
        case .debug: self[.badgeDebug]
        case .testflight(nil): self[.badgeTestFlight]
        case .testflight(.internal?): self[.badgeInternal]
        case .testflight(.external?): self[.badgeExternal]
        case .adhoc: self[.badgeAdHoc]
        case .marketplace: self[.badgeMarketplace]
        case .web: self[.badgeWeb]
        case .enterprise: self[.badgeEnterprise]
        case .appstore, .unknown, .other: nil
        }
    }

    func badgeLabel(_ badge: String) -> String { table.text(.badgeLabel, [.text(badge)]) }
}
