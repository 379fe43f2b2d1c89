import ControlPlane
import Foundation
import Testing

@testable import Persistence

/// The charts of adoption over a database.
@Suite(.timeLimit(.minutes(5))) struct ActivityTests {
    @Test(arguments: Backend.engines)
    func `the service summarizes all past days in parts, and reads the same before and after`(
        _ backend: Backend
    ) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let store = SQLStore(driver)
            let plane = ControlPlane(store: store, signer: Signer(keys: [], keyring: nil)) { .sample }
            for slug in ["hashtags", "birthdays"] { _ = try await store.write { try $0.insertApp(.sample(slug)) } }
            // A day without check-ins in between.
            let ages = [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15]
            for (number, app) in ["hashtags", "birthdays"].enumerated() {
                let counts = DailyContract.counts(ages.map { ($0, 1, DailyContract.checkIn("1.0")) }, app: app)
                try await DailyContract.store(counts, in: store, batch: number + 1)
            }
            let before = try await plane.adoption.activity("hashtags", days: 14)
            #expect(before.days == 14 && before.asOf == .sample && before.today == DailyContract.today)
            #expect(
                before.versions.map(\.day.number) == ages.dropLast(2).reversed().map { DailyContract.today.number - $0 }
            )
            var rounds = 1
            while try await !plane.adoption.summarize(atMost: 10) { rounds += 1 }
            #expect(rounds == 3, "12 days of each of two apps, 10 at most in a round")
            let stored = try await driver.read { sql in
                try sql.rows("SELECT day FROM adoption_summaries WHERE app = 'birthdays' ORDER BY day").count
            }
            #expect(stored == 12)
            let after = try await plane.adoption.activity("hashtags", days: 14)
            #expect(after == before)
            #expect(try await plane.adoption.activity("hashtags", days: 9_999).days == 400)
            let error = await #expect(throws: ControlPlaneError.self) {
                try await plane.adoption.activity("x", days: 1)
            }
            #expect(error?.kind == .notFound)
        }
    }

    @Test(arguments: Backend.engines, ["1.0", "1.0\nappstore", "1.0\nappstore\nmany"])
    func `a damaged summary is reported`(_ backend: Backend, text: String) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let store = SQLStore(driver)
            _ = try await store.write { try $0.insertApp(.sample()) }
            try await driver.write { sql in
                _ = try sql.run(
                    "INSERT INTO adoption_summaries (app, day, versions, outcomes) VALUES ('hashtags', 1, $1, $1)",
                    binding: text)
            }
            for read in [
                { try await store.read { _ = try $0.dailyVersions(of: "hashtags", since: UTCDay(number: 0)) } },
                { try await store.read { _ = try $0.dailyOutcomes(of: "hashtags", since: UTCDay(number: 0)) } },
            ] {
                let error = await #expect(throws: StoreError.self) { try await read() }
                #expect(error?.description.contains("does not hold a summary") == true)
            }
        }
    }
}
