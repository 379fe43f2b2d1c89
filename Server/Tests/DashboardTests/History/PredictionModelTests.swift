import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@testable import Dashboard

@Suite("Predictions beside observations")
struct PredictionModelTests {
    private static let now = FixedClock.start
    private static let forecast = """
        {"installations": 1000, "matrix": [{"from": "ok", "to": "ok", "count": 900},
          {"from": "ok", "to": "required", "count": 60}, {"from": "recommended", "to": "required", "count": 30},
          {"from": "ok", "to": "requiredUnavailable", "count": 10}]}
        """
    private static let observation = """
        {"installations": 500, "statuses": {"required": 40, "ok": 460}, "rules": [
          {"rule": "a", "status": "required", "count": 40, "shown": 50, "opened": 30, "postponed": 0, "skipped": 0,
           "updated": 20},
          {"rule": "b", "status": null, "count": 0, "shown": 1, "opened": 2, "postponed": 0, "skipped": 0, "updated": 3}]}
        """

    private static func model(
        _ impact: String = forecast, observed: [Prediction.Window: String] = [:], daysAgo: Double
    ) -> PredictionModel? {
        PredictionModel(
            Prediction(
                app: "hashtags", revision: 1, madeAt: now - daysAgo * 86_400, impact: impact, observed: observed),
            now: now)
    }

    private static func row(_ name: String, in model: PredictionModel) throws -> PredictionModel.Row {
        try #require(model.rows.first { $0.name == name })
    }

    @Test("before the first day is over the columns say when their numbers will be known")
    func predictedOnly() throws {
        let model = try #require(Self.model(daysAgo: 0))
        #expect(
            model.sentence
                == "Predicted: 9\u{A0}% must update and 1\u{A0}% could not. What installations report is known in 25 hours."
        )
        let total = try Self.row("Installations", in: model)
        #expect(total.predicted.count == "1\u{202F}000")
        #expect(total.day.count == "known in 25 hours" && total.week.count == "known in 7 days")
        let required = try Self.row("Told that they must update", in: model)
        #expect(required.predicted == PredictionModel.Cell(share: "9\u{A0}%", count: "90"))
        #expect(required.day == PredictionModel.Cell() && required.week == PredictionModel.Cell())
        #expect(!model.rows.contains { $0.name == "Store opened" })
    }

    @Test("after a week both days stand beside the prediction, with the steps of all rules")
    func predictedAndObserved() throws {
        let model = try #require(
            Self.model(observed: [.after24h: Self.observation, .after7d: Self.observation], daysAgo: 9))
        #expect(
            model.sentence
                == "Predicted: 9\u{A0}% must update and 1\u{A0}% could not. In the first 24 hours: 8\u{A0}% must update and 0\u{A0}% "
                + "could not. On the seventh day: 8\u{A0}% must update and 0\u{A0}% could not. On that day the store was opened 32 "
                + "times, and 23 came back updated.")
        #expect(try Self.row("Store opened", in: model).day.count == "32")
        #expect(try Self.row("Came back updated", in: model).week.count == "23")
        #expect(try Self.row("Told to update and cannot", in: model).week.share == "0\u{A0}%")
        #expect(!model.rows.contains { $0.name == "Postponed" })
    }

    @Test("a day on which nobody reported says so instead of 0 %")
    func nobodyReported() throws {
        let empty = #"{"installations": 0, "statuses": {}, "rules": []}"#
        let model = try #require(Self.model(observed: [.after24h: empty], daysAgo: 3))
        #expect(try Self.row("Installations", in: model).day.count == "no check-ins")
        #expect(try Self.row("Told that they must update", in: model).day == PredictionModel.Cell())
        #expect(model.sentence.hasSuffix("No installation reported anything."))
    }

    @Test(
        "a damaged prediction, or one without installations, is left out",
        arguments: ["", "[]", "{", #"{"installations": 0}"#])
    func damaged(impact: String) { #expect(Self.model(impact, daysAgo: 1) == nil) }
}
