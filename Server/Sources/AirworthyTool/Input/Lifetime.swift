import AirworthyPolicy
import Foundation

/// What `--expires-in` says: `30d`, `12h`, `P30D` or `never`.
enum Lifetime: Hashable {
    case period(Period)
    case never

    /// - Parameter text: The value of the option.
    /// - Throws: ``ToolError`` with status 65.
    init(_ text: String) throws(ToolError) {
        if text == "never" {
            self = .never
            return
        }
        guard let period = Self.period(text), period.seconds > 0, period.seconds <= Self.longest else {
            throw ToolError(
                .badData,
                "--expires-in: `\(text.printable)` is no lifetime; write 30d, 12h, a period such as P30D, or never")
        }
        self = .period(period)
    }

    /// When a manifest issued now expires; `nil` for never.
    func end(from issuedAt: Date) -> Date? {
        switch self {
        case .period(let period): issuedAt.addingTimeInterval(Double(period.seconds))
        case .never: nil
        }
    }

    /// Ten years: nobody means more, and dates stay far from where they end.
    private static let longest = 3_653 * 86_400

    private static func period(_ text: String) -> Period? {
        switch text.last {
        case "d"?, "w"?: try? Period("P\(text.dropLast())\(text.suffix(1).uppercased())")
        case "h"?, "m"?: try? Period("PT\(text.dropLast())\(text.suffix(1).uppercased())")
        default: try? Period(text)
        }
    }
}
