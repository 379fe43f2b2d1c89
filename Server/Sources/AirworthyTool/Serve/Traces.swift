import AirworthyServer
import Logging
import OutgoingHTTP
import Synchronization

/// The traces of a server: what records spans and what exports them. There is none unless a collector is configured.
struct Traces: Sendable {
    /// Header fields that can be replaced.
    private final class CurrentHeaders: Sendable {
        let headers: Mutex<TraceHeaders>

        init(_ headers: TraceHeaders) { self.headers = Mutex(headers) }
    }

    /// Records the spans.
    let recorder: SpanRecorder
    /// Sends them to the collector.
    let exporter: SpanExporter
    private let connection: HTTPTransport.Connection
    private let current: CurrentHeaders

    /// Creates the parts; `nil` without an address of a collector.
    init?(_ settings: ServeSettings, headers: TraceHeaders, logger: Logger) {
        guard let endpoint = settings.traceEndpoint else { return nil }
        recorder = SpanRecorder(sampler: SpanSampler(ratio: settings.sampling))
        connection = HTTPTransport.asyncHTTPClient(timeout: .seconds(10), maximumBody: 1 << 16)
        let current = CurrentHeaders(headers)
        self.current = current
        exporter = SpanExporter(
            of: recorder, to: endpoint, version: toolVersion, transport: connection.transport, logger: logger,
            headers: { current.headers.withLock { $0.fields } })
    }

    /// Sends other header fields from now on.
    func replace(_ headers: TraceHeaders) { current.headers.withLock { $0 = headers } }

    /// Closes the connection to the collector. Call it once.
    func close() async { await connection.close() }
}
