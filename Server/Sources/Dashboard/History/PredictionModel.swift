import AirworthyPolicy
import ControlPlane
import Foundation

/// What was predicted for a publication beside what installations reported afterwards.
struct PredictionModel: Hashable, Sendable {
    /// A number of the table.
    struct Cell: Hashable, Sendable {
        /// The number as a share; `nil` if there is none.
        var share: String?
        var count: String?
    }

    /// A measure with its predicted and observed numbers.
    struct Row: Hashable, Sendable {
        let name: String
        let predicted: Cell
        let day: Cell
        let week: Cell
        let style: String
    }

    private static let (dayName, weekName) = ("first 24 hours", "seventh day")

    let sentence: String
    let columns = [Words.capitalized(dayName), Words.capitalized(weekName)]
    /// The installations that each column counts, in a sentence.
    let counted: String
    let rows: [Row]

    /// Reads a stored prediction; `nil` if it is damaged or was made for no installation.
    init?(_ prediction: Prediction, now: Date) {
        guard let forecast = JSONValue(stored: prediction.impact), let predicted = Report(forecast: forecast) else {
            return nil
        }
        let day = Window(.after24h, of: prediction, now: now)
        let week = Window(.after7d, of: prediction, now: now)
        var rows = [
            Row(
                name: "Installations", predicted: Cell(count: Figure.whole(predicted.installations)),
                day: day.total, week: week.total, style: "")
        ]
        let statuses: [(status: Decision.Status, name: String)] = [
            (.required, "Told that they must update"), (.requiredUnavailable, "Told to update and cannot"),
            (.maintenance, "Blocked for maintenance"), (.recommended, "Told that they should update"),
            (.ok, "May carry on"),
        ]
        for (status, name) in statuses {
            let reports = [predicted, day.report, week.report].compactMap { $0 }
            guard reports.contains(where: { $0[status] > 0 }) else { continue }
            rows.append(
                Row(
                    name: name, predicted: predicted.cell(status), day: day.report?.cell(status) ?? Cell(),
                    week: week.report?.cell(status) ?? Cell(), style: status == .ok ? "" : status.style))
        }
        for step in Report.steps {
            let counts = [day.report, week.report].map { $0?.steps[step.key] ?? 0 }
            guard counts.contains(where: { $0 > 0 }) else { continue }
            rows.append(
                Row(
                    name: step.name, predicted: Cell(), day: day.report.map { $0.cell(step.key) } ?? Cell(),
                    week: week.report.map { $0.cell(step.key) } ?? Cell(), style: ""))
        }
        self.rows = rows
        counted =
            "Predicted for the \(Figure.count(predicted.installations, "installation")) that were known when it was "
            + "published; observed are those that checked in during these hours."
        sentence = Self.sentence(predicted: predicted, day: day, week: week)
    }

    private static func sentence(predicted: Report, day: Window, week: Window) -> String {
        func shares(_ report: Report) -> String {
            "\(report.share(of: .required)) must update and \(report.share(of: .requiredUnavailable)) could not"
        }
        var parts = ["Predicted: \(shares(predicted))."]
        let observed = [("In the \(dayName)", day), ("On the \(weekName)", week)]
        for (name, window) in observed {
            guard let report = window.report, report.installations > 0 else { continue }
            parts.append("\(name): \(shares(report)).")
        }
        if let last = observed.last(where: { ($0.1.report?.installations ?? 0) > 0 })?.1.report,
            let opened = last.steps["opened"], opened > 0
        {
            let updated = last.steps["updated"] ?? 0
            parts.append(
                "On that day the store was opened \(Figure.count(opened, "time")), and \(Figure.whole(updated)) came back "
                    + "updated.")
        }
        if parts.count == 1 { parts.append(day.expectation) }
        return parts.joined(separator: " ")
    }

    /// The reports of one day.
    private struct Window {
        /// The reports; `nil` if they are not known yet.
        let report: Report?
        /// When they will be known.
        let expectation: String

        init(_ window: Prediction.Window, of prediction: Prediction, now: Date) {
            report = prediction.observed[window].flatMap(JSONValue.init(stored:)).flatMap(Report.init(observation:))
            // The server reads them an hour after the window.
            let known = Date(timeIntervalSince1970: Double(prediction.hours(of: window).upperBound + 1) * 3_600)
            expectation =
                known > now
                ? "What installations report is known \(Moment.relative(to: known, from: now))."
                : report == nil ? "What installations reported is not known yet." : "No installation reported anything."
            soon = known > now ? "known \(Moment.relative(to: known, from: now))" : "not known yet"
        }

        private let soon: String

        var total: Cell {
            guard let report else { return Cell(count: soon) }
            return Cell(count: report.installations == 0 ? "no check-ins" : Figure.whole(report.installations))
        }
    }

    /// Numbers of installations by status, and of their steps towards an update.
    private struct Report {
        static let steps = [
            (key: "shown", name: "Prompt or gate shown"), (key: "opened", name: "Store opened"),
            (key: "postponed", name: "Postponed"), (key: "skipped", name: "Skipped"),
            (key: "updated", name: "Came back updated"),
        ]

        let installations: Int
        private var statuses: [String: Int] = [:]
        private(set) var steps: [String: Int] = [:]

        /// Reads a forecast; `nil` for one without installations.
        init?(forecast: JSONValue) {
            guard let total = forecast["installations"]?.intValue, total > 0 else { return nil }
            installations = total
            for step in forecast["matrix"]?.arrayValue ?? [] {
                statuses[step["to"]?.stringValue ?? "", default: 0] += step["count"]?.intValue ?? 0
            }
        }

        /// Reads what installations reported.
        init?(observation: JSONValue) {
            guard let total = observation["installations"]?.intValue else { return nil }
            installations = total
            for member in observation["statuses"]?.objectValue?.members ?? [] {
                statuses[member.key] = member.value.intValue ?? 0
            }
            for rule in observation["rules"]?.arrayValue ?? [] {
                for step in Self.steps { steps[step.key, default: 0] += rule[step.key]?.intValue ?? 0 }
            }
        }

        subscript(status: Decision.Status) -> Int { statuses[status.rawValue] ?? 0 }

        func share(of status: Decision.Status) -> String { Figure.share(self[status], of: installations) }

        func cell(_ status: Decision.Status) -> Cell {
            installations == 0 ? Cell() : Cell(share: share(of: status), count: Figure.whole(self[status]))
        }

        func cell(_ step: String) -> Cell {
            installations == 0 ? Cell() : Cell(count: Figure.whole(steps[step] ?? 0))
        }
    }
}
