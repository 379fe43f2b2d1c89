import AirworthyPolicy
import ArgumentParser
import ControlPlane

/// The limits that a publication has to keep, and the days that it is judged by.
struct ImpactOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Refuse (1) if more installations than this would be newly blocked, such as 2%.", valueName: "share"))
    var maxBlocked: Percentage?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Refuse (1) if more installations than this would be told to update and cannot, such as 0.1%.",
            valueName: "share"))
    var maxStuck: Percentage?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Count the installations of the last days, 1 to 28.", valueName: "n"))
    var days = 28

    func validate() throws { try Self.requireCounted(days) }

    /// Checks a number of days in which every installation is counted once.
    /// - Throws: A `ValidationError`.
    static func requireCounted(_ days: Int) throws {
        guard AdoptionService.countedDays.contains(days) else {
            throw ValidationError(
                "--days takes 1 to \(AdoptionService.countedDays.upperBound): in more days an installation that comes back "
                    + "would be counted twice.")
        }
    }

    /// Throws an error if a publication would exceed a limit, today or on a date that is known already.
    ///
    /// Installations whose decision cannot be known count as hit: a limit is a promise.
    /// - Parameters:
    ///   - impact: The server's forecast.
    ///   - app: The app's slug.
    /// - Throws: ``ToolError`` with status 1.
    func check(_ impact: JSONValue?, of app: String) throws(ToolError) {
        guard maxBlocked != nil || maxStuck != nil else { return }
        let total = impact?["installations"]?.intValue ?? 0
        guard let impact, total > 0 else {
            throw .limit(
                "nothing was published: no installations of \(app) are known, so no limit can be checked; import a table with "
                    + "`airworthy adoption import`, or leave --max-blocked and --max-stuck out")
        }
        for moment in [impact] + (impact["later"]?.arrayValue ?? []) {
            let date = UTCTime.text(moment["at"]).map { " from \($0) on" } ?? ""
            let blocked = moment["newlyBlockedAtMost"]?.intValue ?? 0
            if let maxBlocked, maxBlocked.isExceeded(by: blocked, of: total) {
                throw .limit(
                    "nothing was published: \(blocked.grouped) of \(total.counted("installation")) "
                        + "(\(blocked.percentage(of: total))) would be newly blocked\(date); --max-blocked allows "
                        + "\(maxBlocked)")
            }
            let stuck = moment["stuckAtMost"]?.intValue ?? 0
            if let maxStuck, maxStuck.isExceeded(by: stuck, of: total), stuck > moment["stuckBefore"]?.intValue ?? 0 {
                throw .limit(
                    "nothing was published: \(stuck.grouped) of \(total.counted("installation")) "
                        + "(\(stuck.percentage(of: total))) would be told to update and could not\(date); --max-stuck allows "
                        + "\(maxStuck)")
            }
        }
    }

    /// A share of all installations, in per cent.
    struct Percentage: ExpressibleByArgument, CustomStringConvertible {
        private let value: Double
        let description: String

        /// Reads `2%`, `0.1 %` or `2`.
        init?(argument: String) {
            let digits = (argument.hasSuffix("%") ? String(argument.dropLast()) : argument).trimmed
            guard !digits.isEmpty, digits.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E }),
                let value = Double(digits), (0...100).contains(value)
            else { return nil }
            self.value = value
            description = "\(digits) %"
        }

        func isExceeded(by count: Int, of total: Int) -> Bool { Double(count) * 100 > value * Double(total) }
    }
}
