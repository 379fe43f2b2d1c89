import CoreMetrics

/// The number of webhook requests, by result.
struct WebhookMetrics: Sendable {
    /// The result of a request.
    enum Result: String, Hashable, Sendable, CaseIterable {
        /// The event concerns releases, and Apple is queried.
        case used
        /// The same event was received before.
        case repeated
        /// A ping, or an event that does not concern releases.
        case ignored
        /// The signature is not valid, or the app is unknown.
        case refused
    }

    private let counters: [Result: any CounterHandler]

    /// Creates metrics. Every series is there from the start.
    init(registry: MetricsRegistry) {
        counters = Dictionary(
            uniqueKeysWithValues: Result.allCases.map { result in
                (result, registry.counter(.webhooks, labels: [("result", result.rawValue)]))
            })
    }

    func count(_ result: Result) { counters[result]?.increment(by: 1) }
}
