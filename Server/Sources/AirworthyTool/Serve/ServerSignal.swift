import Foundation
import UnixSignals

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
