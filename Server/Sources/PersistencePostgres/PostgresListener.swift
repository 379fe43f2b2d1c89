import AirworthySupport
package import ControlPlane
import Persistence

/// Receives the messages of other nodes over a connection of its own, which is opened again whenever it is lost.
package struct PostgresListener: Sendable {
    private let settings: String
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Creates a listener that is not connected. `sleep` waits between two attempts to connect; it throws when the task
    /// is cancelled.
    package init(
        _ settings: String,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.settings = settings
        self.sleep = sleep
    }

    /// Receives messages until the task is cancelled. Messages from before each `onConnect` were missed, so read
    /// everything again. `onLoss` gets the error when connecting fails, or when the connection is lost.
    package func run(
        onConnect: @Sendable () -> Void, onLoss: @Sendable (StoreError) -> Void,
        onMessage: @Sendable (NodeMessage) -> Void
    ) async {
        var failures = 0
        while !Task.isCancelled {
            let watch = PostgresWatch(settings, options: .server)
            do {
                try await watch.open("LISTEN \(NodeMessage.channel)")
                failures = 0
                onConnect()
                for await case .notified(let text) in watch.events { onMessage(NodeMessage(text: text)) }
                if !Task.isCancelled { onLoss(.unavailable("the connection to PostgreSQL was lost")) }
            } catch {
                onLoss(error as? StoreError ?? .unavailable("\(error)"))
            }
            await watch.close()
            failures += 1
            let pause = PostgresOptions.reconnecting.jittered(afterFailures: failures, random: .random(in: 0..<1))
            guard (try? await sleep(.seconds(pause))) != nil else { return }
        }
    }
}
