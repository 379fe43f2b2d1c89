package import Logging
package import OutgoingHTTP
import ServiceLifecycle
import Synchronization

/// Sends spans as OTLP/HTTP in JSON to a collector, in batches. What cannot be sent is dropped and counted.
package struct SpanExporter: Service {
    private let queue: SpanQueue
    private let url: String
    private let version: String
    private let transport: HTTPTransport
    private let logger: Logger
    private let headers: @Sendable () -> [(name: String, value: String)]
    private let interval: Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Creates an exporter to the address of a collector, without `/v1/traces`. `headers` returns further header fields
    /// for each request, and `interval` is the time between two attempts to send all spans.
    package init(
        of recorder: SpanRecorder, to endpoint: String, version: String, transport: HTTPTransport, logger: Logger,
        headers: @escaping @Sendable () -> [(name: String, value: String)] = { [] },
        interval: Duration = .seconds(1),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        queue = recorder.queue
        url = endpoint + "/v1/traces"
        self.version = version
        self.transport = transport
        self.logger = logger
        self.headers = headers
        self.interval = interval
        self.sleep = sleep
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown { try await sendRepeatedly() }
        // The spans of the last requests, unless the server stops at once.
        if !Task.isCancelled { _ = await sendAll(isFailing: false) }
    }

    private func sendRepeatedly() async throws {
        var isFailing = false
        while true {
            try await sleep(interval)
            isFailing = await sendAll(isFailing: isFailing)
        }
    }

    /// Sends all spans, and returns whether the last batch failed. If `isFailing`, a further failure is not logged.
    private func sendAll(isFailing: Bool) async -> Bool {
        var isFailing = isFailing
        while case let spans = queue.take(), !spans.isEmpty {
            let problem = await send(spans)
            if let problem {
                queue.drop(spans.count)
                if !isFailing { logger.warning("traces.failed", metadata: ["problem": .string(problem)]) }
            } else if isFailing {
                logger.notice("traces.recovered")
            }
            isFailing = problem != nil
        }
        return isFailing
    }

    /// Sends a batch. Returns `nil` if the collector has taken it; otherwise the problem.
    private func send(_ spans: [FinishedSpan]) async -> String? {
        let request = HTTPTransport.Request(
            method: "POST", url: url, headers: [(name: "Content-Type", value: "application/json")] + headers(),
            body: FinishedSpan.body(of: spans, version: version))
        do throws(HTTPTransport.Failure) {
            let status = try await transport.send(request).status
            return (200..<300).contains(status) ? nil : "the collector answered \(status)"
        } catch {
            switch error {
            case .timedOut: return "the collector did not answer in time"
            case .unreachable: return "the collector cannot be reached"
            case .tooLarge: return "the collector's answer is too large"
            }
        }
    }
}

/// The spans that wait to be exported. Further ones are dropped and counted.
final class SpanQueue: Sendable {
    private struct State {
        var spans: [FinishedSpan] = []
        var dropped = 0
    }

    /// The number of spans of one request.
    static let batch = 512

    private let capacity: Int
    private let state = Mutex(State())

    /// Creates a queue in which at most `capacity` spans wait.
    init(capacity: Int = 8_192) { self.capacity = capacity }

    var dropped: Int { state.withLock { $0.dropped } }

    func add(_ span: FinishedSpan) {
        state.withLock { state in
            if state.spans.count < capacity { state.spans.append(span) } else { state.dropped += 1 }
        }
    }

    /// Removes and returns the oldest spans, at most one batch.
    func take() -> [FinishedSpan] {
        state.withLock { state in
            let taken = Array(state.spans.prefix(Self.batch))
            state.spans.removeFirst(taken.count)
            return taken
        }
    }

    /// Counts spans that could not be exported.
    func drop(_ count: Int) { state.withLock { $0.dropped += count } }
}
