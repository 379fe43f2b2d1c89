import ControlPlane
import Foundation

private let columns = "app, revision, made_at, impact, after_24h, after_7d"

/// The table of predictions, `predictions`, with the reports that belong to them.
extension SQLTransaction: PredictionReads, PredictionWrites {
    func predictions(of app: String, revisions: ClosedRange<Int>) throws -> [Prediction] {
        try sql.rows(
            """
            SELECT \(columns) FROM predictions WHERE app = $1 AND revision BETWEEN $2 AND $3 ORDER BY revision DESC
            """, binding: app, revisions.lowerBound, revisions.upperBound
        ).map(Prediction.init)
    }

    func predictions(without window: Prediction.Window, madeBefore date: Date, limit: Int) throws -> [Prediction] {
        try sql.rows(
            """
            SELECT \(columns) FROM predictions WHERE made_at < $1 AND \(window.column) IS NULL
            ORDER BY made_at, app, revision LIMIT $2
            """, binding: date, limit
        ).map(Prediction.init)
    }

    func insertPrediction(_ prediction: Prediction) throws {
        try sql.run(
            "INSERT INTO predictions (app, revision, made_at, impact) VALUES ($1, $2, $3, $4)", binding: prediction.app,
            prediction.revision, prediction.madeAt, prediction.impact)
    }

    func setObservation(_ text: String, of app: String, revision: Int, window: Prediction.Window) throws {
        try sql.run(
            "UPDATE predictions SET \(window.column) = $1 WHERE app = $2 AND revision = $3", binding: text, app,
            revision)
    }
}

extension Prediction {
    fileprivate init(_ row: SQLRow) throws {
        var observed: [Prediction.Window: String] = [:]
        for window in Prediction.Window.allCases { observed[window] = try row.optionalText(window.column) }
        self.init(
            app: try row.text("app"), revision: try row.integer("revision"), madeAt: try row.date("made_at"),
            impact: try row.text("impact"), observed: observed)
    }
}

extension Prediction.Window {
    fileprivate var column: String {
        switch self {
        case .after24h: "after_24h"
        case .after7d: "after_7d"
        }
    }
}
