import AirworthyPolicy
import ControlPlane
import Foundation
import Testing

@testable import Persistence

@Suite(.timeLimit(.minutes(5))) struct AdoptionContract {
    private static let day = UTCDay(.sample)

    private static func cell(_ version: String, os: String = "17.4", storefront: String = "JP") -> AdoptionCell {
        AdoptionCell(
            platform: "ios", version: version, build: "1", channel: "appstore", os: os, storefront: storefront)
    }

    private static func counts(_ cells: [AdoptionCell], app: String = "hashtags", day: UTCDay = day) -> AdoptionCounts {
        var counts = AdoptionCounts()
        for cell in cells {
            counts.add(
                CheckIn(
                    now: cell, told: CheckIn.Told(status: .required, rule: "floor"),
                    steps: ["floor": CheckIn.Steps(shown: 2, opened: 1)]), app: app, hour: day.number * 24 + 5)
        }
        return counts
    }

    @Test(arguments: Backend.available)
    func `batches of all nodes add up, each once and in any order of apps and cells`(_ backend: Backend) async throws {
        try await backend.withTwoStores { store, other in
            for slug in ["hashtags", "birthdays"] { _ = try await store.write { try $0.insertApp(.sample(slug)) } }
            let batches = [
                AdoptionBatch(node: "a", number: 1, counts: Self.counts([Self.cell("1.0"), Self.cell("2.0")])),
                AdoptionBatch(node: "b", number: 1, counts: Self.counts([Self.cell("2.0")])),
                AdoptionBatch(node: "a", number: 2, counts: Self.counts([Self.cell("1.0")], app: "birthdays")),
            ]
            for batch in batches + batches {
                _ = try await other.write { try $0.addCheckIns(batch, at: .sample) }
            }
            let rows = try await store.read { try $0.adoption("hashtags", since: Self.day) }
            #expect(Set(rows) == [.init(cell: Self.cell("1.0"), count: 1), .init(cell: Self.cell("2.0"), count: 2)])
            #expect(try await store.read { try $0.adoption("birthdays", since: Self.day).map(\.count) } == [1])
            let byBuild = try await store.read { try $0.adoption("hashtags", since: Self.day, by: [.build, .channel]) }
            #expect(byBuild == [.init(cell: AdoptionCell(["1", "appstore"], of: [.build, .channel]), count: 3)])
            #expect(try await store.read { try $0.adoption("hashtags", since: Self.day.adding(days: 1)) } == [])
        }
    }

    /// The first version of the app is known.
    private static var known: [String: KnownVersions] {
        get throws {
            let release = Release(platform: .ios, version: try AppVersion("1.0.0"), offers: [])
            return ["hashtags": KnownVersions(catalog: Catalog(releases: [release]), policy: nil)]
        }
    }

    @Test(arguments: Backend.available)
    func `beyond the budget of a day facts are left out, unknown versions first, and nobody is left out`(
        _ backend: Backend
    ) async throws {
        try await backend.withStore { store in
            _ = try await store.write { try $0.insertApp(.sample()) }
            let known = try Self.known
            let batches = [
                (0..<20_000).map { Self.cell("1.0.0", os: "17.\($0)") },
                [Self.cell("1.0.0", os: "17.0"), Self.cell("1.0.0", os: "9.0", storefront: "US")],
                (1..<600).map { Self.cell("9.\($0).0") } + (0..<700).map { Self.cell("1.0.0", os: "18.\($0)") },
            ]
            var counts: [[AdoptionCell: Int]] = []
            var folded: [Int] = []
            for (index, cells) in batches.enumerated() {
                let batch = AdoptionBatch(
                    node: "a", number: index + 1, counts: Self.counts(cells), known: known)
                folded.append(try await store.write { try $0.addCheckIns(batch, at: .sample) }.folded)
                let rows = try await store.read { try $0.adoption("hashtags", since: Self.day) }
                counts.append(Dictionary(uniqueKeysWithValues: rows.map { ($0.cell, $0.count) }))
            }
            #expect(counts[0].count == 20_000 && folded[0] == 0)
            #expect(counts[1].count == 20_001 && folded[1] == 1)
            #expect(counts[1][Self.cell("1.0.0", os: "17.0")] == 2)
            #expect(counts[1][Self.cell("1.0.0", os: "9.0", storefront: "")] == 1)
            // In all: 500 without storefront, one without system; 500 of unknown versions and one of all others.
            #expect(counts[2].count == 20_000 + 501 + 501)
            #expect(counts[2][Self.cell("1.0.0", os: "", storefront: "")] == 201)
            let other = AdoptionCell(platform: "ios", version: "", channel: "unknown")
            #expect(counts[2][other] == 99)
            #expect(counts[2].keys.count { $0.version.hasPrefix("9.") && !$0.storefront.isEmpty } == 250)
            #expect(counts[2].values.reduce(0, +) == batches.map(\.count).reduce(0, +))

            let last = CheckIn.Last(day: Self.day, cell: Self.cell("1.0.0", os: "9.0", storefront: "US"))
            var leaving = AdoptionCounts()
            leaving.add(
                CheckIn(now: Self.cell("1.0.0", os: "17.0"), last: last), app: "hashtags", hour: Self.day.number * 24)
            let batch = AdoptionBatch(node: "a", number: 4, counts: leaving, known: known)
            #expect(try await store.write { try $0.addCheckIns(batch, at: .sample) } == AdoptionReceipt(isNew: true))
            let rows = try await store.read { try $0.adoption("hashtags", since: Self.day) }
            #expect(!rows.contains { $0.cell == Self.cell("1.0.0", os: "9.0", storefront: "") }, "nobody is left there")
            #expect(rows.first { $0.cell == Self.cell("1.0.0", os: "17.0") }?.count == 3)
        }
    }

    @Test(arguments: Backend.available)
    func `old days are removed, and a deleted app keeps nothing`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            for slug in ["hashtags", "birthdays"] { _ = try await store.write { try $0.insertApp(.sample(slug)) } }
            for (number, app) in ["hashtags", "birthdays"].enumerated() {
                for age in [0, 3, 401] {
                    let counts = Self.counts([Self.cell("1.0")], app: app, day: Self.day.adding(days: -age))
                    let batch = AdoptionBatch(node: "\(app) \(age)", number: number + 1, counts: counts)
                    _ = try await store.write { try $0.addCheckIns(batch, at: .sample) }
                }
            }
            try await store.pruneCheckIns(today: Self.day)
            #expect(
                try await store.read { try $0.adoption("hashtags", since: UTCDay(number: 0)).map(\.count) } == [2])
            try await store.write { try $0.deleteApp("hashtags", at: .sample) }
            try await store.pruneCheckIns(today: Self.day)
            #expect(try await store.read { try $0.adoption("hashtags", since: UTCDay(number: 0)) } == [])
            #expect(
                try await store.read { try $0.adoption("birthdays", since: UTCDay(number: 0)).map(\.count) } == [2])
        }
    }

    @Test(arguments: Backend.available)
    func `an import replaces the one before, is removed after 400 days, and goes with its app`(_ backend: Backend)
        async throws
    {
        try await backend.withTwoStores { store, other in
            for slug in ["hashtags", "birthdays"] { _ = try await store.write { try $0.insertApp(.sample(slug)) } }
            @Sendable func sample(
                _ versions: [String], app: String = "hashtags", at date: Date = .sample
            ) -> AdoptionImport {
                AdoptionImport(
                    app: app, origin: "a.csv", importedAt: date,
                    rows: versions.map { AdoptionRow(cell: Self.cell($0), count: 1_000_000_000) })
            }
            #expect(try await store.read { try $0.adoptionImport(of: "hashtags") } == nil)
            let many = sample((0..<AdoptionLimit.importedRows).map { "1.\($0)" })
            for new in [many, sample(["2.0", "1.0"]), sample([], app: "birthdays")] {
                try await store.write { try $0.replaceAdoptionImport(new) }
                #expect(try await other.read { try $0.adoptionImport(of: new.app) } == new)
            }
            let old = sample(["1.0"], at: Self.day.adding(days: -AdoptionLimit.days).start.addingTimeInterval(-1))
            try await store.pruneCheckIns(today: Self.day)
            #expect(try await store.read { try $0.adoptionImport(of: "hashtags") }?.rows.count == 2)
            try await store.write { try $0.replaceAdoptionImport(old) }
            try await store.pruneCheckIns(today: Self.day)
            #expect(try await store.read { try $0.adoptionImport(of: "hashtags") } == nil)

            try await store.write { try $0.replaceAdoptionImport(sample(["1.0"])) }
            #expect(try await store.write { try $0.deleteAdoptionImport(of: "hashtags") })
            #expect(try await !store.write { try $0.deleteAdoptionImport(of: "hashtags") })
            try await store.write { try $0.deleteApp("birthdays", at: .sample) }
            #expect(try await store.read { try $0.adoptionImport(of: "birthdays") } == nil)
        }
    }

    @Test(arguments: Backend.available)
    func `an installation that moves from one node to another is counted once, whichever stores first`(
        _ backend: Backend
    )
        async throws
    {
        for isEarlier in [true, false] {
            try await backend.withTwoStores { store, other in
                _ = try await store.write { try $0.insertApp(.sample()) }
                let planes = [store, other].map { store in
                    ControlPlane(store: store, signer: Signer(keys: [], keyring: nil)) { .sample }
                }
                let day = planes[0].adoption.add(CheckIn(now: Self.cell("1.0")), app: "hashtags")
                let last = CheckIn.Last(day: day, cell: Self.cell("1.0"))
                _ = planes[1].adoption.add(CheckIn(now: Self.cell("2.0"), last: last), app: "hashtags")
                for plane in (isEarlier ? planes : planes.reversed()) + planes { try await plane.adoption.flush() }
                let rows = try await store.read { try $0.adoption("hashtags", since: Self.day) }
                #expect(rows == [.init(cell: Self.cell("2.0"), count: 1)])
            }
        }
    }

    @Test(arguments: Backend.available)
    func `a departure takes what is stored on its day and no more, and says what is missing`(_ backend: Backend)
        async throws
    {
        try await backend.withStore { store in
            _ = try await store.write { try $0.insertApp(.sample()) }
            let before = Self.counts(
                [Self.cell("1.0"), Self.cell("1.0"), Self.cell("2.0")], day: Self.day.adding(days: -3))
            _ = try await store.write {
                try $0.addCheckIns(AdoptionBatch(node: "a", number: 1, counts: before), at: .sample)
            }
            var counts = AdoptionCounts()
            for version in ["1.0", "1.0", "1.0", "2.0", "3.0"] {
                let last = CheckIn.Last(day: Self.day.adding(days: -3), cell: Self.cell(version))
                counts.add(CheckIn(now: Self.cell("9.0"), last: last), app: "hashtags", hour: Self.day.number * 24)
            }
            let batch = AdoptionBatch(node: "a", number: 2, counts: counts)
            let receipt = try await store.write { try $0.addCheckIns(batch, at: .sample) }
            let place = AdoptionCounts.Place(app: "hashtags", day: Self.day.adding(days: -3))
            #expect(receipt.missing == [place: [Self.cell("1.0"): 1, Self.cell("3.0"): 1]])
            let late = AdoptionBatch(node: "a", number: 3, counts: AdoptionCounts(), late: receipt.missing)
            #expect(try await store.write { try $0.addCheckIns(late, at: .sample) } == AdoptionReceipt(isNew: true))
            let rows = try await store.read { try $0.adoption("hashtags", since: Self.day.adding(days: -5)) }
            #expect(rows == [.init(cell: Self.cell("9.0"), count: 5)])
        }
    }

    @Test(arguments: Backend.available)
    func `two forged cells with one number are counted as one`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            _ = try await store.write { try $0.insertApp(.sample()) }
            // Found by trying 2.4 billion versions.
            let cells = ["481882.684355.182924", "261246.307896.986952"].map { Self.cell($0) }
            try #require(cells[0].number == cells[1].number)
            for number in 1...2 {
                let batch = AdoptionBatch(node: "a", number: number, counts: Self.counts(cells + [Self.cell("1.0")]))
                _ = try await store.write { try $0.addCheckIns(batch, at: .sample) }
            }
            let rows = try await store.read { try $0.adoption("hashtags", since: Self.day) }
            #expect(rows.reduce(0) { $0 + $1.count } == 6)
            #expect(rows.first { $0.cell == Self.cell("1.0") }?.count == 2)
        }
    }

    @Test(arguments: Backend.engines)
    func `outcomes add up, are bounded in a day, and become days after two days`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, other in
            let store = SQLStore(driver)
            _ = try await store.write { try $0.insertApp(.sample()) }
            func sums() async throws -> [[Int]] {
                try await other.read { sql in
                    try sql.rows(
                        """
                        SELECT hour, COUNT(*) AS number, CAST(SUM(told) AS BIGINT) AS told,
                            CAST(SUM(shown) AS BIGINT) AS shown FROM adoption_outcomes GROUP BY hour ORDER BY hour
                        """
                    ).map { row in try ["hour", "number", "told", "shown"].map { try row.integer($0) } }
                }
            }
            let hour = Self.day.number * 24 + 5
            let limit = AdoptionLimit.outcomesOfDay
            for (number, rules) in [0..<1, 0..<(limit - 10), 0..<limit].enumerated() {
                var counts = AdoptionCounts()
                for rule in rules {
                    let told = CheckIn.Told(status: .required, rule: "rule-\(rule)")
                    counts.add(
                        CheckIn(
                            now: Self.cell("1.0"), told: told, steps: ["rule-\(rule)": CheckIn.Steps(shown: 2)]),
                        app: "hashtags", hour: hour + number)
                }
                let batch = AdoptionBatch(node: "a", number: number + 1, counts: counts)
                _ = try await store.write { try $0.addCheckIns(batch, at: .sample) }
            }
            let stored = try await sums()
            // Nine fit into the third hour, and the rest is one outcome.
            #expect(
                stored == [
                    [hour, 1, 1, 2], [hour + 1, limit - 10, limit - 10, 2 * (limit - 10)],
                    [hour + 2, 10, limit, 2 * limit],
                ])
            try await store.pruneCheckIns(today: Self.day.adding(days: 2))
            #expect(try await sums() == stored)
            try await store.pruneCheckIns(today: Self.day.adding(days: 3))
            #expect(try await sums() == [[hour - 5, limit - 9, 2 * limit - 9, 2 * (2 * limit - 9)]])
        }
    }
}
