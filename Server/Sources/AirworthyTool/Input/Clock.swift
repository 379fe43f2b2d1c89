import AirworthyPolicy
import Foundation

/// The one place where this tool looks at the time.
enum Clock {
    typealias Instant = Date

    @TaskLocal static var now: @Sendable () -> Date = { Date() }

    /// - Parameter text: What `--now` says, if it was given.
    /// - Returns: That instant, or now.
    /// - Throws: ``ToolError`` with status 65 if the text is no RFC 3339 timestamp.
    static func instant(_ text: String?) throws(ToolError) -> Date {
        guard let text else { return now() }
        guard let date = Timestamp.parse(text) else {
            throw ToolError(
                .badData,
                "--now: `\(text.printable)` is not a time with an offset; write it as 2026-11-20T09:00:00+09:00 or "
                    + "2026-11-20T00:00:00Z")
        }
        return date
    }
}
