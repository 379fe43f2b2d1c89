import Logging

/// The format of the lines on standard error.
enum LogFormat: String, Hashable, Sendable, CaseIterable {
    /// Lines for people; see ``LineLogHandler``.
    case text
    /// One JSON object a line; see ``JSONLogHandler``.
    case json

    /// Creates a logger that writes to standard error in this format.
    func logger(level: Logger.Level) -> Logger {
        switch self {
        case .text: return LineLogHandler.logger(level: level)
        case .json:
            var logger = Logger(label: "airworthy") { _ in JSONLogHandler() }
            logger.logLevel = level
            return logger
        }
    }

    /// Shows a sentence of the start: as it is, or as an event of the log, so that every line is JSON.
    func show(_ sentence: String, event: Logger.Message, level: Logger.Level, in logger: Logger) {
        switch self {
        case .text: printError(sentence)
        case .json: logger.log(level: level, event, metadata: ["text": .string(sentence)])
        }
    }
}
