import AirworthyServer
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Runs the services of a server and reacts to signals.
///
/// The first stop signal makes the readiness check fail while requests are still answered, for ``drain``, so that load
/// balancers notice. Then running requests finish. A second one stops at once.
struct ServerLifetime: Sendable {
    /// The time from the first stop signal until the listeners close.
    let drain: Duration
    /// The time for running requests to finish after that.
    let gracePeriod: Duration
    let readiness: Readiness
    let logger: Logger
    /// Reads the keys and secrets again. Never called twice at once.
    let reload: @Sendable () async -> Void
    /// Waits, in real time unless a test replaces it; throws when the task is cancelled.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Runs services until a signal stops them.
    /// - Throws: The error of a service that ended on its own; `CancellationError` if requests did not finish in time.
    func run(_ services: [any Service], reactingTo signals: AsyncStream<ServerSignal>) async throws {
        var configuration = ServiceGroupConfiguration(
            services: services, logger: LibraryLogHandler.logger("service-lifecycle", forwardingTo: logger))
        configuration.maximumGracefulShutdownDuration = gracePeriod
        let group = ServiceGroup(configuration: configuration)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask { await react(to: signals, stopping: group) }
            defer { tasks.cancelAll() }
            _ = try await tasks.next()
        }
    }

    /// Returns after the second stop signal, or when the task is cancelled.
    private func react(to signals: AsyncStream<ServerSignal>, stopping group: ServiceGroup) async {
        // One signal waits while another one is handled; more would read the same files.
        let (reloads, request) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup(of: Void.self) { tasks in
            defer { tasks.cancelAll() }
            tasks.addTask { for await _ in reloads { await reload() } }
            var isStopping = false
            for await signal in signals {
                switch signal {
                case .reload: request.yield()
                case .stop where isStopping:
                    logger.warning("server.stopped-at-once")
                    return
                case .stop:
                    isStopping = true
                    tasks.addTask { await stop(group) }
                }
            }
        }
    }

    private func stop(_ group: ServiceGroup) async {
        // A server that is not ready gets no requests from anybody who asks.
        let isReady = readiness.isLoaded
        readiness.drain()
        if isReady, drain > .zero {
            logger.info("server.draining", metadata: ["seconds": .stringConvertible(drain.components.seconds)])
            do { try await sleep(drain) } catch { return }
        }
        await group.triggerGracefulShutdown()
    }
}

/// A signal that the server reacts to.
enum ServerSignal: Hashable, Sendable {
    /// SIGTERM or SIGINT: stop. A second one stops at once.
    case stop
    /// SIGHUP: read the keys and secrets again.
    case reload

    /// Returns the signals of this process from now on, which no longer end it by themselves.
    static func trapped() async -> AsyncStream<ServerSignal> {
        let hasTerminal = Self.hasTerminal
        // `nohup` has the process ignore the signal of a closed terminal.
        let ignoresHangUp = unsafeBitCast(signal(SIGHUP, SIG_DFL), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
        return AsyncStream { continuation in
            let task = Task {
                for await signal in signals {
                    // A terminal that is closed sends SIGHUP, too. It ends the server, as it ends any program.
                    let isHangUp = signal == .sighup && hasTerminal && !ignoresHangUp && !Self.hasTerminal
                    continuation.yield(signal == .sighup && !isHangUp ? .reload : .stop)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Whether the process has a controlling terminal.
    private static var hasTerminal: Bool {
        let descriptor = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }
}
