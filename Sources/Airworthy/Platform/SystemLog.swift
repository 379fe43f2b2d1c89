#if canImport(OSLog)
import OSLog
#endif

/// The device's log, for the few messages that help to diagnose a set-up.
package struct SystemLog: Sendable {
    private let write: @Sendable (String) -> Void

    /// Creates a log.
    /// - Parameter write: The function that writes a line.
    package init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// Writes a line.
    /// - Parameter text: The line. It is public in the log, so it must identify neither user nor device.
    package func notice(_ text: String) { write(text) }

    /// The unified log on Apple's platforms; none elsewhere.
    package static var standard: SystemLog {
        #if canImport(OSLog)
        let logger = Logger(subsystem: "Airworthy", category: "updates")
        return SystemLog { text in logger.notice("\(text, privacy: .public)") }
        #else
        return SystemLog { _ in }
        #endif
    }
}
