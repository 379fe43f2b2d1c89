import Foundation

/// Runs the work on the store, one piece at a time and in order.
package struct StoreQueue: Sendable {
    private let run: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let wait: @Sendable () -> Void

    private init(
        run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void, wait: @escaping @Sendable () -> Void
    ) {
        self.run = run
        self.wait = wait
    }

    /// The queue of all clients in this process. Callers never wait for the disk, and neither does the main thread.
    package static let background = serial(label: "airworthy.store")

    /// No queue: the caller does the work.
    package static let immediate = StoreQueue(run: { $0() }, wait: {})

    /// Creates a serial queue.
    /// - Parameter label: The name of the queue, for crash logs.
    /// - Returns: The queue.
    package static func serial(label: String) -> StoreQueue {
        let queue = DispatchQueue(label: label, qos: .utility)
        return StoreQueue(run: { queue.async(execute: $0) }, wait: { queue.sync {} })
    }

    /// Adds work.
    package func add(_ work: @escaping @Sendable () -> Void) { run(work) }

    /// Waits for the work added before. A client reads its state only afterwards, so that it finds what an earlier client of
    /// this process stored.
    package func finish() { wait() }
}
