import Foundation

/// Runs work one piece at a time and in order.
package struct SerialQueue: Sendable {
    private let run: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let wait: @Sendable () -> Void

    private init(
        run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void, wait: @escaping @Sendable () -> Void
    ) {
        self.run = run
        self.wait = wait
    }

    /// The queue of the stores of all clients in this process. Callers never wait for the disk, and neither does the main thread.
    package static let store = serial(label: "airworthy.store")

    /// The queue of the app's functions for events. It is not that of the stores, because such a function may create a client, which
    /// waits for its store, or wait for the main thread, which may be creating one.
    package static let events = serial(label: "airworthy.events")

    /// No queue: the caller does the work.
    package static let immediate = SerialQueue(run: { $0() }, wait: {})

    /// Creates a serial queue.
    /// - Parameter label: The name of the queue, for crash logs.
    /// - Returns: The queue.
    package static func serial(label: String) -> SerialQueue {
        let queue = DispatchQueue(label: label, qos: .utility)
        return SerialQueue(run: { queue.async(execute: $0) }, wait: { queue.sync {} })
    }

    /// Adds work.
    package func add(_ work: @escaping @Sendable () -> Void) { run(work) }

    /// Waits for the work added before. A client reads its state only afterwards, so that it finds what an earlier client of
    /// this process stored.
    package func finish() { wait() }
}
