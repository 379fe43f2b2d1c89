import AirworthySupport
package import Foundation
import ServerSupport
import Synchronization

/// Counts check-ins in memory, stores the sums, and reads them.
package struct AdoptionService: Sendable {
    /// The origin of a census.
    package enum Source: Hashable, Sendable {
        /// Check-ins, each installation counted once in its newest cell.
        case checkIns
        /// A table that somebody imported, because there are no check-ins.
        case imported(origin: String, at: Date)
        /// There are no numbers.
        case none

        /// The name in responses: `checkIns`, `import` or `none`.
        package var name: String {
            switch self {
            case .checkIns: "checkIns"
            case .imported: "import"
            case .none: "none"
            }
        }
    }

    /// The installations of an app that were active in some days; without check-ins in these days, those of an import.
    package struct Census: Sendable {
        /// The number of days, the current one included.
        package let days: Int
        /// The date of reading.
        package let asOf: Date
        /// The origin of the numbers.
        package let source: Source
        /// The cells, the largest first.
        package let rows: [AdoptionRow]

        /// The name of the imported file; `nil` unless the numbers were imported.
        package var origin: String? { if case .imported(let origin, _) = source { origin } else { nil } }
        /// The date of the import; `nil` unless the numbers were imported.
        package var importedAt: Date? { if case .imported(_, let date) = source { date } else { nil } }

        package var installations: Int { rows.reduce(0) { $0 + $1.count } }
    }

    /// The days whose installations can be counted. In more days an installation that comes back after ``CheckInLimits``
    /// would be counted twice.
    package static let countedDays = 1...CheckInLimits.days
    /// The days whose check-ins can be read day by day.
    package static let chartDays = 1...AdoptionLimit.days

    /// The number of rows that one transaction of ``prune()`` changes.
    private static let prunedAtOnce = 2_000
    /// The days for which a repeated batch is noticed.
    private static let rememberedDays = 7

    /// The seconds of storing after which no check-ins are accepted until it is done.
    private static let longestStoring = 5.0

    /// The setting with the last day on which ``noteHiddenClients()`` was called.
    package static let hiddenClientsSetting = "check-ins.hidden-clients"

    let store: any Store
    let known: @Sendable (String) -> KnownVersions
    let reserve: DiskReserve
    let now: @Sendable () -> Date
    /// The reported shares of the newest publications beside the predicted ones.
    package let stuckShares = StuckShares()
    private let pending = PendingCheckIns(node: UUID().uuidString)

    /// The cells in memory that are not stored yet.
    package var pendingCells: Int { pending.cells }

    /// Whether check-ins come faster than they can be stored: those counted before have been being stored for more than
    /// ``longestStoring``. Refuse further ones then, which a process that is killed would lose. While the store fails, they are not
    /// refused but wait in memory.
    package var isBehind: Bool { pending.isStoring(since: now().addingTimeInterval(-Self.longestStoring)) }

    /// The installations since the start that were counted with fewer facts because there were too many cells.
    package var folded: Int { pending.folded }

    /// Counts a check-in of an app that exists, in memory only. Returns the day that it is counted on, which the device
    /// sends with its next one.
    package func add(_ checkIn: CheckIn, app: String) -> UTCDay {
        let (hour, known) = (currentHour, known(app))
        pending.add { $0.add(checkIn, app: app, hour: hour, known: known) }
        return UTCDay(number: hour / 24)
    }

    /// Counts check-ins that another server received for an app that exists, each on its day in ``acceptedDays``.
    /// Returns whether they were new.
    ///
    /// Without a key they are counted in memory only, as single ones are. With a key, which the sender chose for these
    /// check-ins, they are stored before this returns, and a repeated call with the same key counts nothing, on
    /// whichever node it is made, for at least two days.
    /// - Throws: ``StoreError``, only with a key; then repeat the call with it.
    package func add(
        _ checkIns: [(day: UTCDay, checkIn: CheckIn)], app: String, key: String?, by principal: Principal
    ) async throws -> Bool {
        let (hour, known) = (currentHour, known(app))
        @Sendable func add(to counts: inout AdoptionCounts) {
            for (day, checkIn) in checkIns {
                // The hour of an earlier day is unknown, so it is counted where the hours of old days are merged.
                counts.add(checkIn, app: app, hour: day.number == hour / 24 ? hour : day.number * 24, known: known)
            }
        }
        guard let key else {
            pending.add(add)
            return true
        }
        var counts = AdoptionCounts()
        add(to: &counts)
        // Only a digest is stored, because the sender may put anything into the key.
        let name = [principal.tokenID ?? "", app, key].joined(separator: "\n")
        let batch = AdoptionBatch(
            node: "key:" + ContentDigest.hex(Array(name.utf8)), number: 1, counts: counts, known: [app: known])
        let receipt = try await store(batch)
        pending.noteFolded(receipt.folded)
        pending.takeLater(receipt.missing)
        return receipt.isNew
    }

    /// Stores that a proxy seemed to hide the installations today, for `airworthy doctor`.
    package func noteHiddenClients() async throws {
        let day = UTCDay(now()).text
        try await store.write { try $0.replaceSetting(Self.hiddenClientsSetting, value: day) }
    }

    /// The days whose check-ins are accepted from other servers: today and the two days before.
    package var acceptedDays: ClosedRange<UTCDay> {
        let today = UTCDay(now())
        return today.adding(days: -2)...today
    }

    private var currentHour: Int { Int((now().timeIntervalSince1970 / 3_600).rounded(.down)) }

    /// Stores what was counted before this call, and returns the number of batches. Call it every five seconds, and
    /// when the server stops.
    /// - Throws: ``StoreError``; then the next call tries the same again.
    @discardableResult
    package func flush() async throws -> Int {
        // After a failure there are two: the one that failed, and what was counted since. What is counted while they are stored waits
        // for the next call; there would be no end otherwise.
        let most = pending.hasFailed ? 2 : 1
        var count = 0
        var missing = AdoptionCounts.Departures()
        defer { pending.takeLater(missing) }
        while count < most, let batch = pending.nextBatch(at: now(), known: known) {
            defer { pending.noteStored() }
            let receipt = try await store(batch)
            pending.remove(batch, folded: receipt.folded)
            missing.merge(receipt.missing) { $0.merging($1, uniquingKeysWith: +) }
            count += 1
        }
        return count
    }

    private func store(_ batch: AdoptionBatch) async throws -> AdoptionReceipt {
        try reserve.require(for: .checkIns)
        // Not the time: the row of a batch tells no more than its day.
        let today = UTCDay(now()).start
        return try await store.write { try $0.addCheckIns(batch, at: today) }
    }

    /// Returns the stored installations of an app: those that checked in during a number of days in ``countedDays``, or
    /// else those that were imported, of whatever date. Group by some facts, not none; the others are unknown. The
    /// store adds up, so that few rows are in memory.
    package func census(
        _ app: String, days: Int, by facts: [AdoptionCell.Fact] = AdoptionCell.Fact.allCases
    ) async throws -> Census {
        let (now, versions) = (now(), known(app))
        let first = UTCDay(now).adding(days: 1 - days)
        let (source, rows) = try await store.read(of: app) { transaction -> (Source, [AdoptionRow]) in
            let rows = try transaction.adoption(app, since: first, by: facts)
            if !rows.isEmpty { return (.checkIns, rows) }
            guard let imported = try transaction.adoptionImport(of: app), !imported.rows.isEmpty else {
                return (.none, [])
            }
            return (
                .imported(origin: imported.origin, at: imported.importedAt),
                AdoptionRow.grouped(imported.rows, by: facts)
            )
        }
        return Census(
            days: days, asOf: now, source: source,
            rows: versions.spelled(rows).sorted { a, b in a.count == b.count ? a.cell < b.cell : a.count > b.count })
    }

    /// Merges the hours of outcomes into days after two days, forgets everything after 400 days and of apps that were deleted. Call
    /// it daily.
    ///
    /// Each transaction changes 2,000 rows at most, so that others can write meanwhile.
    /// - Throws: ``StoreError``; `CancellationError` between two transactions. Then a part is done, and the next call does the rest.
    package func prune() async throws {
        let (today, limit) = (UTCDay(now()), Self.prunedAtOnce)
        for app in try await store.read({ try $0.apps().map(\.slug) + $0.deletedApps() }) {
            var part = (rows: limit, next: UTCDay(number: 0))
            while part.rows > 0 {
                part = try await store.write { [first = part.next] in
                    try $0.pruneCheckIns(of: app, today: today, from: first, atMost: limit)
                }
            }
        }
        let firstBatches = today.adding(days: -Self.rememberedDays)
        while try await store.write({ try $0.pruneCheckInBatches(before: firstBatches, atMost: limit) }) > 0 {}
    }
}

/// The check-ins that are not stored yet.
private final class PendingCheckIns: Sendable {
    private struct State {
        var counts = AdoptionCounts()
        /// The batch that is being stored, or has to be stored again.
        var batch: AdoptionBatch?
        /// The start of storing it; `nil` while nothing is being stored.
        var storingSince: Date?
        var lastNumber = 0
        /// The installations that the next batch tries once more to subtract.
        var late = AdoptionCounts.Departures()
        /// The installations that were folded in earlier batches.
        var folded = 0
    }

    private let node: String
    private let state = Mutex(State())

    init(node: String) { self.node = node }

    var cells: Int { state.withLock { $0.counts.cells + ($0.batch?.counts.cells ?? 0) } }

    var folded: Int { state.withLock { $0.folded + $0.counts.folded } }

    /// Whether a batch could not be stored.
    var hasFailed: Bool { state.withLock { $0.batch != nil && $0.storingSince == nil } }

    func isStoring(since date: Date) -> Bool { state.withLock { $0.storingSince.map { $0 <= date } ?? false } }

    func add(_ change: (inout AdoptionCounts) -> Void) { state.withLock { change(&$0.counts) } }

    func noteFolded(_ count: Int) { state.withLock { $0.folded += count } }

    /// Notes installations that left a cell in which the store has none. Those that are in memory here are subtracted at once. The
    /// others are tried once more with the next batch, because another node may be about to store them.
    func takeLater(_ departures: AdoptionCounts.Departures) {
        guard !departures.isEmpty else { return }
        state.withLock { state in
            let missing = state.counts.take(departures)
            state.late.merge(missing) { $0.merging($1, uniquingKeysWith: +) }
        }
    }

    /// Returns the batch to store, if there is one: first the one that failed before. Call ``noteStored()`` afterwards.
    func nextBatch(at date: Date, known: (String) -> KnownVersions) -> AdoptionBatch? {
        state.withLock { state in
            if let batch = state.batch {
                state.storingSince = date
                return batch
            }
            guard !state.counts.isEmpty || !state.late.isEmpty else { return nil }
            state.storingSince = date
            state.lastNumber += 1
            let apps = Set(state.counts.days.keys.map(\.app))
            state.batch = AdoptionBatch(
                node: node, number: state.lastNumber, counts: state.counts, late: state.late,
                known: Dictionary(uniqueKeysWithValues: apps.map { ($0, known($0)) }))
            state.folded += state.counts.folded
            (state.counts, state.late) = (AdoptionCounts(), [:])
            return state.batch
        }
    }

    /// Notes that nothing is being stored any more, with or without success.
    func noteStored() { state.withLock { $0.storingSince = nil } }

    /// Notes that a batch is stored.
    func remove(_ batch: AdoptionBatch, folded: Int) {
        state.withLock { state in
            if state.batch?.number == batch.number { state.batch = nil }
            state.folded += folded
        }
    }
}
