#if canImport(OSLog)
import OSLog
#endif

/// The device's log, for the few messages that help to diagnose a set-up.
package struct SystemLog: Sendable {
    /// The severity of a line.
    package enum Level: Hashable, Sendable {
        case notice
        /// A mistake in the app's code.
        case fault
    }

    private let write: @Sendable (Level, String) -> Void

    /// Creates a log.
    /// - Parameter write: The function that writes a line.
    package init(write: @escaping @Sendable (Level, String) -> Void) { self.write = write }

    /// Writes a line.
    /// - Parameter text: The line. It is public in the log, so it must identify neither user nor device.
    package func notice(_ text: String) { write(.notice, text) }

    /// Writes a mistake in the app's code.
    /// - Parameter text: The line. It is public in the log.
    package func fault(_ text: String) { write(.fault, text) }

    /// The unified log on Apple's platforms; none elsewhere.
    package static var standard: SystemLog {
        #if canImport(OSLog)
        let logger = Logger(subsystem: "Airworthy", category: "updates")
        return SystemLog { level, text in
            switch level {
            case .notice: logger.notice("\(text, privacy: .public)")
            case .fault: logger.fault("\(text, privacy: .public)")
            }
        }
        #else
        return SystemLog { _, _ in }
        #endif
    }
}
