import CoreMetrics

/// The number of requests whose token was not enough, by reason.
struct AuthenticationMetrics: Sendable {
    private let counters: [AuthenticationFailure: any CounterHandler]

    /// Creates metrics. Every series is there from the start.
    init(registry: MetricsRegistry) {
        counters = Dictionary(
            uniqueKeysWithValues: AuthenticationFailure.allCases.map { reason in
                (reason, registry.counter(.authenticationFailures, labels: [("reason", reason.rawValue)]))
            })
    }

    func count(_ reason: AuthenticationFailure) { counters[reason]?.increment(by: 1) }
}
