import ServiceLifecycle
import Synchronization

/// A gate that opens once, when the server has loaded its state.
final class StartGate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Whether the gate is open.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Opens the gate for all who wait and for all who come later.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when the gate is open, or when the task is cancelled.
    func wait() async {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard !state.isOpen, !Task.isCancelled else { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }
}

/// A service that begins when the server has loaded its state.
struct GatedService: Service {
    private let gate: StartGate
    private let service: any Service

    /// Creates a service that begins when a gate opens.
    init(_ service: any Service, behind gate: StartGate) {
        self.service = service
        self.gate = gate
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { await gate.wait() }
        // The server was stopped before it had started.
        guard gate.isOpen else { return }
        try await service.run()
    }
}
