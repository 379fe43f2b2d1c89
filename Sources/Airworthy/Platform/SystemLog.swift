import AirworthyChannel

#if canImport(OSLog)
import OSLog
#endif

extension Airworthy {
    /// The amount of lines that the clients of this process write to the device's log: subsystem `Airworthy`, category `updates`.
    ///
    /// ```swift
    /// Airworthy.logLevel = .debug
    /// ```
    public enum LogLevel: Int, Hashable, Sendable, Comparable {
        /// No line.
        case off
        /// Problems of the set-up, the sources and the store, and in a debug or TestFlight build one line about the launch.
        case problems
        /// Each event and each new decision with its reason, in any build.
        case debug

        /// Whether a level writes fewer lines than another one.
        public static func < (first: LogLevel, second: LogLevel) -> Bool { first.rawValue < second.rawValue }
    }

    private static let storedLogLevel = Locked(LogLevel.problems)

    /// The amount of lines in the device's log. Set it before the first client is created. Callable from any thread.
    ///
    /// ```swift
    /// Airworthy.logLevel = .debug
    /// ```
    public static var logLevel: LogLevel {
        get { storedLogLevel.withLock { $0 } }
        set { storedLogLevel.withLock { $0 = newValue } }
    }
}

/// The device's log, for the messages that help to diagnose a set-up.
package struct SystemLog: Sendable {
    /// The severity of a line.
    package enum Severity: Hashable, Sendable {
        case debug
        case notice
        /// A mistake in the app's code.
        case fault
    }

    private let level: @Sendable () -> Airworthy.LogLevel
    private let write: @Sendable (Severity, String) -> Void

    /// Creates a log.
    /// - Parameters:
    ///   - level: The function that returns the amount of lines.
    ///   - write: The function that writes a line.
    package init(
        level: @escaping @Sendable () -> Airworthy.LogLevel = { Airworthy.logLevel },
        write: @escaping @Sendable (Severity, String) -> Void
    ) {
        self.level = level
        self.write = write
    }

    /// Writes a line that only somebody who debugs wants to see.
    /// - Parameter text: The line. It is public in the log, so it must identify neither user nor device. Evaluated only if it is written.
    package func debug(_ text: @autoclosure () -> String) { if level() >= .debug { write(.debug, text()) } }

    /// Writes a line.
    /// - Parameter text: The line. It is public in the log, so it must identify neither user nor device.
    package func notice(_ text: String) { if level() >= .problems { write(.notice, text) } }

    /// Writes a mistake in the app's code.
    /// - Parameter text: The line. It is public in the log.
    package func fault(_ text: String) { if level() >= .problems { write(.fault, text) } }

    /// The unified log on Apple's platforms; none elsewhere.
    package static var standard: SystemLog {
        #if canImport(OSLog)
        let logger = Logger(subsystem: "Airworthy", category: "updates")
        return SystemLog { severity, text in
            switch severity {
            // The log forgets what is written with its own level for debugging, and the Console hides it.
            case .debug, .notice: logger.notice("\(text, privacy: .public)")
            case .fault: logger.fault("\(text, privacy: .public)")
            }
        }
        #else
        return SystemLog { _, _ in }
        #endif
    }
}
