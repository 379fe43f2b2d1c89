import ControlPlane
import Dispatch
import Persistence

/// A connection that stays open. It reports notifications and its own end as soon as they arrive, without a thread that waits.
actor PostgresWatch {
    /// An event of the connection.
    enum Event: Sendable {
        case notified(String)
        /// The connection has ended. Nothing follows.
        case lost
    }

    /// The events, from ``open(_:)`` on.
    nonisolated let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private let executor = QueueExecutor()
    private let settings: String
    private let options: PostgresOptions
    private var link: PostgresLink?
    private var source: (any DispatchSourceRead)?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Creates a connection that is not open. Close it at the end.
    init(_ settings: String, options: PostgresOptions) {
        self.settings = settings
        self.options = options
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1_000))
    }

    /// Connects and runs a statement, such as `LISTEN`.
    func open(_ statement: String? = nil) throws {
        let link = try PostgresLink(settings, options: options)
        if let statement { try link.control(statement) }
        let source = DispatchSource.makeReadSource(fileDescriptor: link.socket, queue: executor.queue)
        source.setEventHandler { [weak self] in self?.assumeIsolated { $0.receive() } }
        // The connection closes its socket, so it has to live until the source has let go of it.
        nonisolated(unsafe) let kept = link
        source.setCancelHandler { unsafe withExtendedLifetime(kept) {} }
        (self.link, self.source) = (link, source)
        source.activate()
        receive()
    }

    /// Runs a query that returns one number.
    /// - Throws: ``StoreError``; afterwards the connection is closed.
    func number(_ query: String) throws -> Int {
        guard let link else { throw StoreError.unavailable("the connection is closed") }
        do {
            let number = try link.row(query)?.integer("number")
            receive()
            return number ?? 0
        } catch {
            close()
            throw error
        }
    }

    func close() {
        source?.cancel()
        (source, link) = (nil, nil)
        continuation.yield(.lost)
        continuation.finish()
    }

    private func receive() {
        guard let link else { return }
        do {
            for text in try link.receive() { continuation.yield(.notified(text)) }
        } catch {
            close()
        }
    }
}
