import AirworthyServer
import Logging
import OutgoingHTTP

/// The traces of a server: what records spans and what exports them. There is none unless a collector is configured.
struct Traces: Sendable {
    /// Records the spans.
    let recorder = SpanRecorder()
    /// Sends them to the collector.
    let exporter: SpanExporter
    private let connection: HTTPTransport.Connection

    /// Creates the parts; `nil` without an address of a collector.
    init?(endpoint: String?, logger: Logger) {
        guard let endpoint else { return nil }
        connection = HTTPTransport.asyncHTTPClient(timeout: .seconds(10), maximumBody: 1 << 16)
        exporter = SpanExporter(
            of: recorder, to: endpoint, version: toolVersion, transport: connection.transport, logger: logger)
    }

    /// Closes the connection to the collector. Call it once.
    func close() async { await connection.close() }
}
