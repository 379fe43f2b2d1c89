import AirworthyServer
import Logging
import OutgoingHTTP
import ServerSupport

/// The traces of a server: what records spans and what exports them. There is none unless a collector is configured.
struct Traces: Sendable {
    let recorder: SpanRecorder
    let exporter: SpanExporter
    private let connection: HTTPTransport.Connection
    private let headers: Replaceable<TraceHeaders>

    /// Creates the parts; `nil` without an address of a collector.
    init?(_ settings: ServeSettings, headers: TraceHeaders, logger: Logger) {
        guard let endpoint = settings.traceEndpoint else { return nil }
        recorder = SpanRecorder(sampler: SpanSampler(ratio: settings.sampling))
        connection = HTTPTransport.asyncHTTPClient(timeout: .seconds(10), maximumBody: 1 << 16)
        let headers = Replaceable(headers)
        self.headers = headers
        exporter = SpanExporter(
            of: recorder, to: endpoint, version: toolVersion, transport: connection.transport, logger: logger,
            headers: { headers.value.fields })
    }

    /// Sends other header fields from now on.
    func replace(_ headers: TraceHeaders) { self.headers.value = headers }

    /// Closes the connection to the collector. Call it once.
    func close() async { await connection.close() }
}
