/// One thing to measure.
struct Benchmark {
    let name: String
    /// How many operations one call of ``body`` makes. The printed time is for one operation.
    let operations: Int
    /// How long one round lasts at least, once calibrated.
    let round: Duration
    let body: () -> Void

    /// - Parameters:
    ///   - name: What the table calls it.
    ///   - operations: How many operations `body` makes. For anything below a microsecond loop inside of `body`: its
    ///     call costs a nanosecond or two.
    ///   - round: How long one round lasts at least.
    ///   - body: The work. Give each result to ``blackHole(_:)``, or the optimiser removes what made it.
    init(_ name: String, operations: Int = 1, round: Duration = .milliseconds(100), body: @escaping () -> Void) {
        self.name = name
        self.operations = max(1, operations)
        self.round = round
        self.body = body
    }

    /// Finds how many calls of ``body`` fill a round. Warms caches up on the way.
    func calibrated() -> Int {
        var calls = 1
        while true {
            let elapsed = time(calls: calls)
            if elapsed >= round { return calls }
            // Aims a little past the end from what was seen, but at most ten times further: the first call is slow.
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

/// Takes a result, so that the optimiser has to compute it.
@inline(never)
@_optimize(none)
func blackHole<Value>(_ value: Value) {}

/// Returns its argument in a way the optimiser cannot see through, so that it computes nothing at compile time.
@inline(never)
@_optimize(none)
func opaque<Value>(_ value: Value) -> Value { value }
