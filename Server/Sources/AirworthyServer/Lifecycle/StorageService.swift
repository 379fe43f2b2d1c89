import ServiceLifecycle

/// Closes the store once nothing uses it any more: first in the list of services, so the last to stop.
package struct StorageService: Service {
    private let close: @Sendable () async throws -> Void

    /// - Parameter close: Empties what is buffered and closes the store.
    package init(close: @escaping @Sendable () async throws -> Void) { self.close = close }

    package func run() async throws {
        // Throws when the server is stopped the hard way; the store is closed all the same.
        try? await gracefulShutdown()
        try await close()
    }
}
