import AirworthyPolicy
import Foundation

/// The tool's source of the current time. Tests and the demo set ``source``.
enum WallClock {
    /// A struct, because Swift 6.3.1 makes programs that crash, if optimized, of a task-local value that is a function.
    struct Source: Sendable {
        let now: @Sendable () -> Date
    }

    @TaskLocal static var source = Source { Date() }

    static var now: @Sendable () -> Date { source.now }

    /// Returns the time of `--now`, or the current time if the option is not given.
    static func time(option text: String?) throws(ToolError) -> Date {
        guard let text else { return now() }
        guard let date = Timestamp.parse(text) else {
            throw .badData(
                "--now: `\(text.printable)` is not a time with an offset; write it as 2026-11-20T09:00:00+09:00 or "
                    + "2026-11-20T00:00:00Z")
        }
        return date
    }
}

/// Times for people: in UTC, to the minute.
enum UTCTime {
    /// Returns the time for a table cell, such as `2026-11-20 09:00`.
    static func cell(_ date: Date) -> String {
        String(Timestamp.format(date).prefix(16)).replacing("T", with: " ")
    }

    /// Returns the time with its zone, such as `2026-11-20 09:00 UTC`.
    static func text(_ date: Date) -> String { cell(date) + " UTC" }

    /// Returns a timestamp of the server for a table cell, or the text itself if it is not a timestamp.
    static func cell(_ value: JSONValue?, orElse absent: String = "") -> String {
        guard let text = value?.stringValue else { return absent }
        return Timestamp.parse(text).map(cell) ?? text
    }

    /// Returns a timestamp of the server with its zone; `nil` if there is none.
    static func text(_ value: JSONValue?) -> String? {
        value?.stringValue.map { text in Timestamp.parse(text).map(Self.text) ?? text }
    }
}

extension Date {
    /// The date without its fraction of a second.
    var roundedToSeconds: Date {
        Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate.rounded(.down))
    }
}
