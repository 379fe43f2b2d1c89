import ReleaseCatalog

/// The callers that wait for the end of a synchronisation.
struct SyncWaiters {
    private struct Waiter {
        let slug: String
        var awaited: Set<CatalogSource>
        var report: SyncReport
        let continuation: CheckedContinuation<SyncReport, Never>
    }

    /// The continuations to resume, outside of any lock.
    typealias Resumptions = [(continuation: CheckedContinuation<SyncReport, Never>, report: SyncReport)]

    private var waiters: [Int: Waiter] = [:]
    private var count = 0

    /// Returns a number that identifies a new caller.
    mutating func makeNumber() -> Int {
        count += 1
        return count
    }

    /// Adds a caller that waits for the awaited sources; the refused ones are not asked, with the reason.
    mutating func add(
        _ number: Int, slug: String, awaited: Set<CatalogSource>, refused: [CatalogSource: String],
        continuation: CheckedContinuation<SyncReport, Never>
    ) {
        let report = SyncReport(outcomes: refused.mapValues { .failed($0) })
        waiters[number] = Waiter(slug: slug, awaited: awaited, report: report, continuation: continuation)
    }

    /// Adds the outcome of a source to the waiting callers' reports, and returns the finished ones.
    mutating func finish(_ source: CatalogSource, of slug: String, outcome: SyncReport.Outcome) -> Resumptions {
        var finished: Resumptions = []
        for (number, var waiter) in waiters where waiter.slug == slug && waiter.awaited.remove(source) != nil {
            waiter.report.outcomes[source] = outcome
            waiters[number] = waiter
            if waiter.awaited.isEmpty {
                waiters[number] = nil
                finished.append((waiter.continuation, waiter.report))
            }
        }
        return finished
    }

    mutating func remove(_ number: Int) -> Resumptions {
        waiters.removeValue(forKey: number).map { [($0.continuation, $0.report)] } ?? []
    }

    /// Removes all callers except those that wait for an app of which this returns `true`.
    mutating func removeAll(exceptApps isKnown: (String) -> Bool) -> Resumptions {
        let gone = waiters.filter { !isKnown($0.value.slug) }
        for number in gone.keys { waiters[number] = nil }
        return gone.values.map { ($0.continuation, $0.report) }
    }
}
