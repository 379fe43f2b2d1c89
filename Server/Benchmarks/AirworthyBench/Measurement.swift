/// What one benchmark came to.
struct Measurement {
    let name: String
    /// Nanoseconds of one operation in the best round.
    let nanoseconds: Double
}

/// Runs every benchmark `rounds` times and keeps each one's best round.
///
/// The rounds are taken in turns, so that a slow moment of the machine hits all of them and not one.
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
