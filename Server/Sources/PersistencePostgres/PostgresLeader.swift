import AirworthySupport
import ControlPlane

/// Holds the advisory lock that makes one node of a database the leader, on a connection of its own.
///
/// PostgreSQL releases the lock when the connection ends. The lock saves work; nothing depends on it for being correct, because
/// a node may believe for seconds that it leads after another one has taken over.
package struct PostgresLeader: Sendable {
    /// Each schema of a database has its own lock. The first number is "AIRW" as ASCII.
    private static let lock =
        "SELECT CAST(pg_try_advisory_lock(1095324247, hashtext(current_schema())) AS INTEGER) AS number"

    private let settings: String
    private let interval: Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Creates a candidate that is not connected. `interval` is the time between two attempts to get the lock, and
    /// between two checks of the connection that holds it; `sleep` throws when the task is cancelled.
    package init(
        _ settings: String, interval: Duration = PostgresOptions.leading,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.settings = settings
        self.interval = interval
        self.sleep = sleep
    }

    /// Tries to become the leader until the task is cancelled, then gives up the lock. `onChange` hears whether this
    /// node leads, whenever that changes.
    package func run(onChange: @Sendable (Bool) -> Void) async {
        var failures = 0
        while !Task.isCancelled {
            let watch = PostgresWatch(settings, options: .leader)
            do {
                try await watch.open()
                failures = 0
                while try await watch.number(Self.lock) == 0 { try await sleep(interval) }
                onChange(true)
                await waitForLoss(of: watch)
                onChange(false)
            } catch {
                // PostgreSQL cannot be reached, or the task was cancelled.
            }
            await watch.close()
            failures += 1
            let pause = PostgresOptions.reconnecting.jittered(afterFailures: failures, random: .random(in: 0..<1))
            guard (try? await sleep(.seconds(pause))) != nil else { return }
        }
    }

    /// Returns when the connection has ended or does not answer, or when the task is cancelled.
    private func waitForLoss(of watch: PostgresWatch) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await case .notified in watch.events {} }
            group.addTask {
                while (try? await sleep(interval)) != nil {
                    guard (try? await watch.number("SELECT 1 AS number")) != nil else { return }
                }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
