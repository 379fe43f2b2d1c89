#if canImport(OSLog)
import OSLog
#endif

/// Where the few things go that somebody may want to find in the log of a device.
package struct SystemLog: Sendable {
    private let write: @Sendable (String) -> Void

    /// - Parameter write: Takes a line. It must name no person and no device.
    package init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// Writes a line.
    /// - Parameter text: It is public in the log: it must name no person and no device.
    package func notice(_ text: String) { write(text) }

    /// The log of the system; elsewhere nothing is written.
    package static var standard: SystemLog {
        #if canImport(OSLog)
        let logger = Logger(subsystem: "Airworthy", category: "updates")
        return SystemLog { text in logger.notice("\(text, privacy: .public)") }
        #else
        return SystemLog { _ in }
        #endif
    }
}
