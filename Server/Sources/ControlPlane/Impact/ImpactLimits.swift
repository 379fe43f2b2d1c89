package import AirworthyPolicy
import Foundation

/// The limits that a publication has to keep, and the days that it is judged by.
package struct ImpactLimits: Hashable, Sendable {
    /// A share of all installations, in per cent.
    package struct Share: Hashable, Sendable, CustomStringConvertible {
        private let value: Double
        /// The share as requests have it, such as `0.1`.
        package let parameter: String

        package var description: String { "\(parameter) %" }

        /// Reads `2%`, `0.1 %` or `2`; `nil` outside 0 to 100.
        package init?(_ text: String) {
            let number = text.hasSuffix("%") ? text.dropLast() : text[...]
            let digits = number.trimmingCharacters(in: .whitespaces)
            guard !digits.isEmpty, digits.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E }),
                let value = Double(digits), (0...100).contains(value)
            else { return nil }
            self.value = value
            parameter = String(digits)
        }

        /// Whether a number of installations is a larger share than this one.
        package func isExceeded(by count: Int, of total: Int) -> Bool { Double(count) * 100 > value * Double(total) }
    }

    /// The limits by the names that requests have for them.
    package enum Name: String, Hashable, Sendable {
        case maxBlocked, maxStuck

        /// What would happen to the installations that the limit counts.
        package var fate: String {
            switch self {
            case .maxBlocked: "would be newly blocked"
            case .maxStuck: "would be told to update and could not"
            }
        }
    }

    /// A limit that a publication would not keep.
    package enum Violation: Hashable, Sendable {
        /// No installations are known, or the effect could not be computed in time.
        case unknown(isEmpty: Bool)
        /// More installations than a limit allows, from a date on; `nil` for at once.
        case exceeded(Name, allowed: Share, count: Int, installations: Int, from: String?)
    }

    /// The largest share of installations that may be newly blocked.
    package var maxBlocked: Share?
    /// The largest share of installations that may be told to update and cannot.
    package var maxStuck: Share?
    /// The number of days whose check-ins count, in ``AdoptionService/countedDays``.
    package var days: Int

    /// Creates limits; by default none.
    package init(maxBlocked: Share? = nil, maxStuck: Share? = nil, days: Int = AdoptionLimit.usualDays) {
        self.maxBlocked = maxBlocked
        self.maxStuck = maxStuck
        self.days = days
    }

    /// The per cent of all installations above which the number of those that would be newly blocked has to be confirmed.
    private static let gravePercent = 1.0

    /// Whether so many installations would be newly blocked that their number has to be confirmed.
    package static func isGrave(_ blocked: Int, of total: Int) -> Bool {
        Double(blocked) * 100 > Double(total) * gravePercent
    }

    package var isLimiting: Bool { maxBlocked != nil || maxStuck != nil }

    /// Returns the first limit that a publication would not keep, today or on a date that is known already.
    ///
    /// Installations whose decision cannot be known count as hit: a limit is a promise. Nobody is refused for
    /// installations that cannot update if there are no more of them than under the manifest in force. Pass the
    /// forecast as JSON; `nil` if it could not be made. Returns `nil` if the limits are kept.
    package func violation(by impact: JSONValue?) -> Violation? {
        guard isLimiting else { return nil }
        guard let impact, let total = impact["installations"]?.intValue else { return .unknown(isEmpty: false) }
        guard total > 0 else { return .unknown(isEmpty: true) }
        for moment in [impact] + (impact["later"]?.arrayValue ?? []) {
            func exceeded(_ name: Name, _ allowed: Share, _ count: Int) -> Violation {
                .exceeded(
                    name, allowed: allowed, count: count, installations: total, from: moment["at"]?.stringValue)
            }
            let blocked = moment["newlyBlockedAtMost"]?.intValue ?? 0
            if let maxBlocked, maxBlocked.isExceeded(by: blocked, of: total) {
                return exceeded(.maxBlocked, maxBlocked, blocked)
            }
            let stuck = moment["stuckAtMost"]?.intValue ?? 0
            if let maxStuck, maxStuck.isExceeded(by: stuck, of: total), stuck > moment["stuckBefore"]?.intValue ?? 0 {
                return exceeded(.maxStuck, maxStuck, stuck)
            }
        }
        return nil
    }
}

extension ImpactLimits {
    /// Throws an error unless a publication keeps the limits. The forecast is `nil` if it could not be made in time. It
    /// has to be made from `basis`, which is in force now.
    func check(_ forecast: ImpactForecast?, on basis: PublishingContext.Basis) throws(ControlPlaneError) {
        guard isLimiting else { return }
        if let forecast, forecast.basis != basis {
            throw ControlPlaneError(
                .preconditionFailed,
                detail: "the policy in force or the release data changed while the effect was predicted; try again")
        }
        let impact = forecast?.jsonValue
        switch violation(by: impact) {
        case nil: return
        case .unknown(let isEmpty):
            throw ControlPlaneError(
                .impactUnknown,
                detail: isEmpty
                    ? "no installations are known, so no limit can be checked; wait for check-ins, import known numbers, or "
                        + "leave maxBlocked and maxStuck out"
                    : "the effect could not be predicted in time, so no limit can be checked; try again, or leave maxBlocked "
                        + "and maxStuck out",
                impact: impact)
        case .exceeded(let name, let allowed, let count, let installations, let from):
            let date = from.map { " from \($0) on" } ?? ""
            throw ControlPlaneError(
                .limitExceeded,
                detail:
                    "\(count) of \(installations) installations \(name.fate)\(date); \(name.rawValue) allows \(allowed)",
                impact: impact)
        }
    }
}
