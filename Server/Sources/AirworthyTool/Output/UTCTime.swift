import AirworthyPolicy
import Foundation

/// Moments as people read them: in UTC, to the minute.
enum UTCTime {
    /// `2026-11-20 09:00`.
    static func minute(_ date: Date) -> String {
        String(Timestamp.format(date).prefix(16)).replacing("T", with: " ")
    }

    /// `2026-11-20 09:00 UTC`.
    static func sentence(_ date: Date) -> String { minute(date) + " UTC" }

    /// The same for a timestamp as the server writes it; the text itself if it is none.
    static func minute(_ value: JSONValue?, orElse absent: String = "") -> String {
        guard let text = value?.stringValue else { return absent }
        return Timestamp.parse(text).map(minute) ?? text
    }

    /// The same for a timestamp as the server writes it; `nil` without one.
    static func sentence(_ value: JSONValue?) -> String? {
        value?.stringValue.map { text in Timestamp.parse(text).map(sentence) ?? text }
    }
}

extension Date {
    /// Without a fraction of a second.
    var roundedToSeconds: Date {
        Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate.rounded(.down))
    }
}
