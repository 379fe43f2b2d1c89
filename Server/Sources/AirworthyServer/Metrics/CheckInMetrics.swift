import ControlPlane
import CoreMetrics
import Hummingbird

/// The number of check-ins, and of requests with check-ins that were refused.
struct CheckInMetrics: Sendable {
    private enum Refusal: String, CaseIterable {
        case tooMany = "too-many"
        case noApp = "no-app"
        /// A browser sent it.
        case webPage = "web-page"
        /// The token of a batch is missing or wrong.
        case token
        /// The server reads as many batches as it can, or cannot store one.
        case busy
        /// The body is faulty or too large.
        case invalid

        init?(_ kind: ProblemKind) {
            switch kind {
            case .tooManyRequests: self = .tooMany
            case .notFound, .gone: self = .noApp
            case .webPage: self = .webPage
            case .unauthorized, .forbidden: self = .token
            case .overloaded, .storeFull, .storeLocked, .storeUnavailable, .outcomeUnknown: self = .busy
            case .invalid, .bodyTooLarge, .unsupportedMediaType: self = .invalid
            default: return nil
            }
        }
    }

    private let counted: any CounterHandler
    private let refused: CaseCounters<Refusal>

    init(registry: MetricsRegistry) {
        counted = registry.counter(.checkIns)
        refused = CaseCounters(.refusedCheckIns, by: "reason", registry: registry)
    }

    func count(_ checkIns: Int) { counted.increment(by: Int64(checkIns)) }

    /// Runs the handler of a request, and counts its check-ins, or why it was refused.
    func measure(_ body: () async throws -> (response: Response, checkIns: Int)) async throws -> Response {
        do {
            let (response, checkIns) = try await body()
            count(checkIns)
            return response
        } catch {
            if let reason = Refusal(HTTPProblem(any: error).kind) { refused.count(reason) }
            throw error
        }
    }
}

/// How long it takes to store check-ins, and how often that fails.
struct FlushMetrics: Sendable {
    private let timer: any TimerHandler
    private let failures: any CounterHandler

    init(registry: MetricsRegistry) {
        timer = registry.timer(.flushSeconds)
        failures = registry.counter(.failedFlushes)
    }

    /// Stores what is pending. A call that had nothing to store is not measured.
    func flush(_ adoption: AdoptionService) async throws {
        let start = ContinuousClock.now
        do {
            guard try await adoption.flush() > 0 else { return }
            timer.recordNanoseconds(Int64((ContinuousClock.now - start) / .nanoseconds(1)))
        } catch {
            failures.increment(by: 1)
            throw error
        }
    }
}
