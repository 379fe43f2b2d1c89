import CoreMetrics

/// A counter for each case, named by a label of a metric. Every series is there from the start, because Prometheus does not see
/// a counter rise from nothing to 1.
struct CaseCounters<Case: Hashable & Sendable & CaseIterable & RawRepresentable>: Sendable
where Case.RawValue == String {
    private let counters: [Case: any CounterHandler]

    /// Creates counters. `labels` come before the label of the case.
    init(_ metric: Metric, by label: String, labels: [(String, String)] = [], registry: MetricsRegistry) {
        counters = Dictionary(
            uniqueKeysWithValues: Case.allCases.map { value in
                (value, registry.counter(metric, labels: labels + [(label, value.rawValue)]))
            })
    }

    func count(_ value: Case) { counters[value]?.increment(by: 1) }
}

/// The number of requests whose token was not enough, by reason.
typealias AuthenticationMetrics = CaseCounters<AuthenticationFailure>

extension AuthenticationMetrics {
    init(registry: MetricsRegistry) { self.init(.authenticationFailures, by: "reason", registry: registry) }
}

/// The result of a webhook request.
enum WebhookResult: String, Sendable, CaseIterable {
    /// The event concerns releases, and Apple is queried.
    case used
    /// The same event was received before.
    case repeated
    /// A ping, or an event that does not concern releases.
    case ignored
    /// The signature is not valid, or the app is unknown.
    case refused
}

/// The number of webhook requests, by result.
typealias WebhookMetrics = CaseCounters<WebhookResult>

extension WebhookMetrics {
    init(registry: MetricsRegistry) { self.init(.webhooks, by: "result", registry: registry) }
}
