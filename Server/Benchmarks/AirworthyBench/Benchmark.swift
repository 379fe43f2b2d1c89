/// A named piece of work to measure.
struct Benchmark {
    let name: String
    /// The number of operations in a call of ``body``. The printed time is for one operation.
    let operations: Int
    /// The shortest duration of a round after calibration.
    let round: Duration
    let body: () -> Void

    /// - Parameters:
    ///   - name: The name in the table.
    ///   - operations: The number of operations in a call of `body`. Use a loop inside `body` for operations below a
    ///     microsecond, because the call costs a nanosecond or two.
    ///   - round: The shortest duration of a round.
    ///   - body: The work. Pass each result to ``blackHole(_:)``, otherwise the optimiser removes the work.
    init(_ name: String, operations: Int = 1, round: Duration = .milliseconds(100), body: @escaping () -> Void) {
        self.name = name
        self.operations = max(1, operations)
        self.round = round
        self.body = body
    }

    /// Returns the number of calls of ``body`` that fill a round. The calls also warm the caches.
    func calibrated() -> Int {
        var calls = 1
        while true {
            let elapsed = time(calls: calls)
            if elapsed >= round { return calls }
            // Aim 10 % past the end, but at most ten times further, because the first call is slow.
            let factor = elapsed > .zero ? (round / elapsed) * 1.1 : 10
            calls = max(calls + 1, Int(Double(calls) * min(factor, 10)))
        }
    }

    /// The wall-clock time of `calls` calls.
    func time(calls: Int) -> Duration {
        ContinuousClock().measure {
            for _ in 0..<calls { body() }
        }
    }
}

/// The result of a benchmark.
struct Measurement {
    let name: String
    /// The nanoseconds of an operation in the best round.
    let nanoseconds: Double
}

/// Runs every benchmark several times and keeps each one's best round.
///
/// The benchmarks take turns, so that a slow moment of the machine affects all of them.
func measure(_ benchmarks: [Benchmark], rounds: Int = 5) -> [Measurement] {
    let calls = benchmarks.map { $0.calibrated() }
    var best = [Double](repeating: .infinity, count: benchmarks.count)
    for _ in 0..<rounds {
        for (index, benchmark) in benchmarks.enumerated() {
            let elapsed = benchmark.time(calls: calls[index]) / .nanoseconds(1)
            best[index] = min(best[index], elapsed / Double(calls[index] * benchmark.operations))
        }
    }
    return zip(benchmarks, best).map { Measurement(name: $0.name, nanoseconds: $1) }
}

/// Uses a result, so that the optimiser has to compute it.
@inline(never)
@_optimize(none)
func blackHole<Value>(_ value: Value) {}

/// Returns its argument without the optimiser knowing it, so that nothing is computed at compile time.
@inline(never)
@_optimize(none)
func opaque<Value>(_ value: Value) -> Value { value }
