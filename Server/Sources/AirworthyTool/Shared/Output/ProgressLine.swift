import Foundation
import Synchronization

/// The line that says on a terminal what the tool is busy with, if that takes more than a second.
///
/// It stands on standard error and disappears before anything else is printed. Where standard error is no terminal,
/// nothing is shown, so scripts and logs get no such lines.
///
/// ```swift
/// let answer = try await ProgressLine.during("waiting for \(address)") { try await client.send(request) }
/// ```
enum ProgressLine {
    private struct State {
        /// The number of the work that is shown; work that begins inside another is not.
        var work = 0
        var isBusy = false
        var isShown = false
    }

    private static let state = Mutex(State())

    /// Runs `body`, and shows the text with the seconds since its beginning until it ends.
    static func during<Value>(_ text: String, _ body: () async throws -> Value) async rethrows -> Value {
        guard isPossible, let work = begin() else { return try await body() }
        let start = ContinuousClock.now
        let ticker = Task {
            while true {
                try await Task.sleep(for: .seconds(1))
                show("\(text.printableLine) (\((ContinuousClock.now - start).components.seconds) s)", for: work)
            }
        }
        defer {
            ticker.cancel()
            end()
        }
        return try await body()
    }

    /// Removes the line, before something else is printed. It comes back if the work goes on.
    static func clear() { state.withLock { clear(&$0) } }

    /// Whether standard error is a terminal that can remove a line.
    private static var isPossible: Bool { isatty(2) == 1 && environmentVariable("TERM") != "dumb" }

    private static func begin() -> Int? {
        state.withLock { state in
            guard !state.isBusy else { return nil }
            state.isBusy = true
            state.work += 1
            return state.work
        }
    }

    private static func end() {
        state.withLock { state in
            clear(&state)
            state.isBusy = false
        }
    }

    private static func show(_ text: String, for work: Int) {
        state.withLock { state in
            guard state.isBusy, state.work == work else { return }
            state.isShown = true
            _ = writeAll(Array("\r\u{1B}[K\(text)".utf8), to: 2)
        }
    }

    private static func clear(_ state: inout State) {
        guard state.isShown else { return }
        state.isShown = false
        _ = writeAll(Array("\r\u{1B}[K".utf8), to: 2)
    }
}
