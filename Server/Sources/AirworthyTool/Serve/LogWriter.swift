import Dispatch
import Synchronization

/// Writes log lines on a thread of its own, so that a reader that stalls never delays a request.
///
/// Lines that wait are limited in bytes. Further lines are dropped and counted.
final class LogWriter: Sendable {
    private struct State {
        var waiting: [UInt8] = []
        /// The bytes that are being written.
        var writing = 0
        var dropped = 0
    }

    static let standardError = LogWriter { bytes in _ = writeAll(bytes, to: 2) }

    private let capacity: Int
    private let output: @Sendable ([UInt8]) -> Void
    private let queue = DispatchQueue(label: "airworthy.log")
    private let state = Mutex(State())

    /// Creates a writer. `capacity` is the most bytes of lines that wait; `output` may block.
    init(capacity: Int = 1 << 20, output: @escaping @Sendable ([UInt8]) -> Void) {
        self.capacity = capacity
        self.output = output
    }

    var dropped: Int { state.withLock { $0.dropped } }

    /// Adds a line (without its newline), or drops it if too much waits. Returns at once.
    func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        let isFirst = state.withLock { state in
            guard state.waiting.count + state.writing + bytes.count <= capacity else {
                state.dropped += 1
                return false
            }
            state.waiting += bytes
            return state.writing == 0 && state.waiting.count == bytes.count
        }
        if isFirst { queue.async { self.drain() } }
    }

    /// Waits until the lines so far are written, but not longer than `limit`, for a reader that stalls.
    func flush(within limit: DispatchTimeInterval = .seconds(1)) {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + limit)
    }

    private func drain() {
        while true {
            let bytes = state.withLock { state in
                let bytes = state.waiting
                state.waiting = []
                state.writing = bytes.count
                return bytes
            }
            guard !bytes.isEmpty else { return }
            output(bytes)
            state.withLock { $0.writing = 0 }
        }
    }
}
