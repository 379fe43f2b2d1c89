import AirworthyPolicy
import Foundation

/// The value of `--expires-in`: `30d`, `12h`, `P30D` or `never`.
enum Lifetime: Hashable {
    case period(Period)
    case never

    /// - Throws: ``ToolError`` with status 65.
    init(_ text: String) throws(ToolError) {
        if text == "never" {
            self = .never
            return
        }
        guard let period = Self.period(text), period.seconds > 0, period.seconds <= Self.maximumSeconds else {
            throw .badData(
                "--expires-in: `\(text.printable)` is not a lifetime; write 30d, 12h, a period such as P30D, or never")
        }
        self = .period(period)
    }

    /// Returns the end of a lifetime that starts at `issuedAt`; `nil` for never.
    func end(from issuedAt: Date) -> Date? {
        switch self {
        case .period(let period): issuedAt.addingTimeInterval(Double(period.seconds))
        case .never: nil
        }
    }

    /// Ten years.
    private static let maximumSeconds = 3_653 * 86_400

    private static func period(_ text: String) -> Period? {
        switch text.last {
        case "d"?, "w"?: try? Period("P\(text.dropLast())\(text.suffix(1).uppercased())")
        case "h"?, "m"?: try? Period("PT\(text.dropLast())\(text.suffix(1).uppercased())")
        default: try? Period(text)
        }
    }
}
