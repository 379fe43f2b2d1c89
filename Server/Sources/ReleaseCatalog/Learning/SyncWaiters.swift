/// Those who wait for the end of a sync.
struct SyncWaiters {
    private struct Waiter {
        let slug: String
        var awaited: Set<Source>
        var report: SyncReport
        let continuation: CheckedContinuation<SyncReport, Never>
    }

    /// What is to be resumed, outside of any lock.
    typealias Answers = [(continuation: CheckedContinuation<SyncReport, Never>, report: SyncReport)]

    private var waiters: [Int: Waiter] = [:]
    private var count = 0

    /// A number for somebody who is about to wait.
    mutating func number() -> Int {
        count += 1
        return count
    }

    mutating func add(
        _ number: Int, _ slug: String, awaited: Set<Source>, refused: [Source: String],
        _ continuation: CheckedContinuation<SyncReport, Never>
    ) {
        let report = SyncReport(outcomes: refused.mapValues { .failed($0) })
        waiters[number] = Waiter(slug: slug, awaited: awaited, report: report, continuation: continuation)
    }

    /// Tells what came of a source.
    /// - Returns: Those who wait for nothing more.
    mutating func settle(_ slug: String, _ source: Source, _ outcome: SyncReport.Outcome) -> Answers {
        var answers: Answers = []
        for (number, var waiter) in waiters where waiter.slug == slug && waiter.awaited.remove(source) != nil {
            waiter.report.outcomes[source] = outcome
            waiters[number] = waiter
            if waiter.awaited.isEmpty {
                waiters[number] = nil
                answers.append((waiter.continuation, waiter.report))
            }
        }
        return answers
    }

    /// Gives up on one.
    mutating func leave(_ number: Int) -> Answers {
        waiters.removeValue(forKey: number).map { [($0.continuation, $0.report)] } ?? []
    }

    /// Gives up on all whose app is not among those given.
    mutating func leave(exceptFor isKnown: (String) -> Bool) -> Answers {
        let gone = waiters.filter { !isKnown($0.value.slug) }
        for number in gone.keys { waiters[number] = nil }
        return gone.values.map { ($0.continuation, $0.report) }
    }
}
