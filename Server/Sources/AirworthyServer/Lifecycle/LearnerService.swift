package import ReleaseCatalog
import ServiceLifecycle

/// Asks Apple until the server stops.
package struct LearnerService: Service {
    private let learner: CatalogPoller

    /// - Parameter learner: Who asks.
    package init(_ learner: CatalogPoller) { self.learner = learner }

    package func run() async throws {
        await cancelWhenGracefulShutdown { await learner.run() }
        // One that has nobody to ask ends at once; the server goes on without it.
        try? await gracefulShutdown()
    }
}
