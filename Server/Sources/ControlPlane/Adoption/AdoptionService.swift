package import Foundation
import ServerSupport
import Synchronization

/// Counts check-ins in memory, stores the sums, and reads them.
package struct AdoptionService: Sendable {
    /// The installations of an app that were active in some days, each counted once in its newest cell.
    package struct Census: Sendable {
        /// The number of days, the current one included.
        package let days: Int
        /// The date of reading.
        package let asOf: Date
        /// The cells, the largest first.
        package let rows: [AdoptionRow]

        /// The number of installations.
        package var installations: Int { rows.reduce(0) { $0 + $1.count } }
    }

    /// The days that can be read.
    package static let readableDays = 1...400

    let store: any Store
    let now: @Sendable () -> Date
    private let pending = PendingCheckIns(node: UUID().uuidString)

    init(store: any Store, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// Counts a check-in, in memory only.
    /// - Parameters:
    ///   - checkIn: The check-in.
    ///   - app: The slug of an app that exists.
    /// - Returns: The day that the check-in is counted on, which the device sends with its next one.
    package func add(_ checkIn: CheckIn, app: String) -> UTCDay {
        let hour = Int((now().timeIntervalSince1970 / 3_600).rounded(.down))
        pending.add(checkIn, app: app, hour: hour)
        return UTCDay(number: hour / 24)
    }

    /// Stores what was counted since the last call. Call it every ten seconds, and when the server stops; not twice at once.
    /// - Throws: ``StoreError``; then the next call tries the same again.
    package func flush() async throws {
        // After a failure there are two: the one that failed, and what was counted since.
        while let batch = pending.nextBatch() {
            let now = now()
            try await store.write { try $0.addCheckIns(batch, at: now) }
            pending.remove(batch)
        }
    }

    /// Returns the stored installations of an app.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - days: The number of days, 1…400.
    /// - Returns: The installations by cell.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`; ``StoreError``.
    package func census(_ app: String, days: Int) async throws -> Census {
        let now = now()
        let first = UTCDay(now).adding(days: 1 - days)
        let rows = try await store.read { transaction in
            _ = try transaction.liveApp(app)
            return try transaction.adoption(app, since: first)
        }
        return Census(
            days: days, asOf: now,
            rows: rows.sorted { a, b in a.count == b.count ? a.cell < b.cell : a.count > b.count })
    }

    /// Merges the hours of outcomes into days after two days, and forgets everything after 400 days. Call it daily.
    /// - Throws: ``StoreError``.
    package func prune() async throws {
        let today = UTCDay(now())
        try await store.write { try $0.pruneCheckIns(today: today) }
    }
}

/// The check-ins that are not stored yet.
private final class PendingCheckIns: Sendable {
    private struct State {
        var counts = AdoptionCounts()
        /// The batch that is being stored, or has to be stored again.
        var batch: AdoptionBatch?
        var lastNumber = 0
    }

    private let node: String
    private let state = Mutex(State())

    init(node: String) { self.node = node }

    func add(_ checkIn: CheckIn, app: String, hour: Int) {
        state.withLock { $0.counts.add(checkIn, app: app, hour: hour) }
    }

    /// Returns the batch to store, if there is one: first the one that failed before.
    func nextBatch() -> AdoptionBatch? {
        state.withLock { state in
            if let batch = state.batch { return batch }
            guard !state.counts.isEmpty else { return nil }
            state.lastNumber += 1
            state.batch = AdoptionBatch(node: node, number: state.lastNumber, counts: state.counts)
            state.counts = AdoptionCounts()
            return state.batch
        }
    }

    /// Notes that a batch is stored.
    func remove(_ batch: AdoptionBatch) { state.withLock { $0.batch = nil } }
}
