package import Foundation

/// What the store knows of the time. It tells a server that starts with a wrong clock how late it was at least.
package struct ClockNotes: Hashable, Sendable {
    /// The name of the setting that holds the notes.
    package static let setting = "clock"

    /// The newest time that a server noted while nothing spoke against its clock.
    package var seen: Date?
    /// The time at which an admin confirmed the clock of a server last.
    package var confirmedAt: Date?

    package init(seen: Date? = nil, confirmedAt: Date? = nil) {
        self.seen = seen
        self.confirmedAt = confirmedAt
    }

    /// Reads stored notes; whatever cannot be read is unknown.
    package init(_ text: String?) {
        let parts = (text ?? "").split(separator: " ", omittingEmptySubsequences: false).map(Self.date)
        self.init(seen: parts.first ?? nil, confirmedAt: parts.count > 1 ? parts[1] : nil)
    }

    /// The form to store: both times in milliseconds since 1970, `-` for an unknown one.
    package var text: String { "\(Self.text(seen)) \(Self.text(confirmedAt))" }

    private static func date(_ text: Substring) -> Date? {
        Int64(text).map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    }

    private static func text(_ date: Date?) -> String {
        date.flatMap { Int64(exactly: ($0.timeIntervalSince1970 * 1_000).rounded()) }.map(String.init) ?? "-"
    }
}

/// The clock of a database server.
package struct DatabaseClock: Hashable, Sendable {
    package let now: Date
    /// Whether it runs on another machine than this server, so that its clock is another one.
    package let isElsewhere: Bool

    package init(now: Date, isElsewhere: Bool) {
        self.now = now
        self.isElsewhere = isElsewhere
    }
}
