import AirworthyPolicy
import ControlPlane
import Foundation
import Testing

@testable import Persistence

@Suite(.timeLimit(.minutes(5))) struct PredictionContract {
    private static func prediction(_ revision: Int, app: String = "hashtags", age: Double = 0) -> Prediction {
        Prediction(
            app: app, revision: revision, madeAt: Date.sample.addingTimeInterval(-age),
            impact: #"{"days":\#(revision)}"#)
    }

    @Test(arguments: Backend.available)
    func `predictions and reports are read as they were stored, and go with their app`(_ backend: Backend) async throws
    {
        try await backend.withTwoStores { store, other in
            for slug in ["hashtags", "birthdays"] { _ = try await store.write { try $0.insertApp(.sample(slug)) } }
            let stored = [Self.prediction(1), Self.prediction(3), Self.prediction(2, app: "birthdays")]
            for prediction in stored { try await store.write { try $0.insertPrediction(prediction) } }
            await #expect(throws: StoreError.self) { try await store.write { try $0.insertPrediction(stored[0]) } }
            #expect(
                try await other.read { try $0.predictions(of: "hashtags", revisions: 1...3) } == [stored[1], stored[0]])
            #expect(try await other.read { try $0.predictions(of: "hashtags", revisions: 2...2) } == [])

            try await store.write { try $0.setObservation("{}", of: "hashtags", revision: 3, window: .after24h) }
            try await store.write { try $0.setObservation("{}", of: "hashtags", revision: 9, window: .after24h) }
            var observed = stored[1]
            observed.observed = [.after24h: "{}"]
            #expect(try await other.read { try $0.predictions(of: "hashtags", revisions: 3...3) } == [observed])

            try await store.write { try $0.deleteApp("hashtags", at: .sample) }
            #expect(try await store.read { try $0.predictions(of: "hashtags", revisions: 1...3) } == [])
            #expect(try await store.read { try $0.predictions(of: "birthdays", revisions: 1...3) } == [stored[2]])
        }
    }

    @Test(arguments: Backend.available)
    func `predictions that lack the reports of a window are found, oldest first`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            _ = try await store.write { try $0.insertApp(.sample()) }
            for (revision, age) in [(1, 500.0), (2, 900), (3, 700), (4, 10)] {
                try await store.write { try $0.insertPrediction(Self.prediction(revision, age: age)) }
            }
            try await store.write { try $0.setObservation("{}", of: "hashtags", revision: 3, window: .after24h) }
            func due(_ window: Prediction.Window, limit: Int = 9) async throws -> [Int] {
                let date = Date.sample.addingTimeInterval(-100)
                return try await store.read {
                    try $0.predictions(without: window, madeBefore: date, limit: limit).map(\.revision)
                }
            }
            #expect(try await due(.after24h) == [2, 1])
            #expect(try await due(.after7d) == [2, 3, 1])
            #expect(try await due(.after7d, limit: 1) == [2])
        }
    }

    @Test(arguments: Backend.available)
    func `reports are added up by rule and status over the hours asked for`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            _ = try await store.write { try $0.insertApp(.sample()) }
            var counts = AdoptionCounts()
            for (hour, rule, status, version) in [
                (100, "floor", "required", "1.0"), (101, "floor", "required", "2.0"), (101, "", "ok", "2.0"),
                (102, "floor", "required", "1.0"),
            ] {
                let cell = AdoptionCell(platform: "ios", version: version, channel: "appstore")
                let told = CheckIn.Told(status: .init(rawValue: status)!, rule: rule.isEmpty ? nil : rule)
                counts.add(
                    CheckIn(now: cell, told: told, steps: rule.isEmpty ? [:] : [rule: CheckIn.Steps(shown: 70)]),
                    app: "hashtags", hour: hour)
            }
            let batch = AdoptionBatch(node: "a", number: 1, counts: counts)
            _ = try await store.write { try $0.addCheckIns(batch, at: .sample) }
            let rows = try await store.read { try $0.outcomes(of: "hashtags", hours: 100..<102) }
            // More than one installation can have done.
            var shown = CheckIn.Steps()
            shown.shown = 140
            #expect(
                rows == [
                    OutcomeRow(rule: "", status: "ok", count: .init(told: 1)),
                    OutcomeRow(rule: "floor", status: "required", count: .init(told: 2, steps: shown)),
                ])
        }
    }
}
