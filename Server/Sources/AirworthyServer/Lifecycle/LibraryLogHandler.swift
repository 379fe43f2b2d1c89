package import Logging

/// Passes the warnings and errors of a library on to the server's log, without text that could quote a request.
///
/// The library's words are kept, and after a colon a system error or the name of an error. Everything else is left out,
/// because a message may contain whatever a client sent: a path, a query, a token.
package struct LibraryLogHandler: LogHandler {
    package var logLevel = Logger.Level.warning
    /// Ignored, because a request may have set it.
    package var metadata: Logger.Metadata = [:]
    private let library: String
    private let logger: Logger

    /// Creates the logger to give to a library, whose name is in the log.
    package static func logger(_ library: String, forwardingTo logger: Logger) -> Logger {
        Logger(label: "airworthy.\(library)") { _ in LibraryLogHandler(library: library, logger: logger) }
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        // Checked again: a copy of the logger may have another level.
        guard event.level >= .warning else { return }
        var values: Logger.Metadata = ["library": .string(library)]
        values["text"] = .string(Self.harmless("\(event.message)"))
        if let error = event.error { values["error.type"] = .string("\(type(of: error))") }
        logger.log(level: event.level, "library.message", metadata: values)
    }

    /// Returns the parts of a message that cannot quote a request.
    static func harmless(_ message: String) -> String {
        let parts = message.split(separator: ":", maxSplits: 1)
        guard let words = parts.first.map(String.init), words.wholeMatch(of: /[A-Za-z ,.'-]{1,80}/) != nil else {
            return "(left out)"
        }
        guard parts.count == 2 else { return words }
        let rest = parts[1].drop { $0 == " " }
        let systemError = /[A-Za-z ]{1,40}(\([A-Za-z:]{0,80}\))?: [A-Za-z ,'-]{1,80} \(errno: [0-9]{1,5}\)/
        let nameOfError = /[A-Za-z]{1,40}(\.[A-Za-z]{1,40}){0,4}(\(\))?/
        let isHarmless = rest.wholeMatch(of: systemError) != nil || rest.wholeMatch(of: nameOfError) != nil
        return "\(words): \(isHarmless ? String(rest) : "(left out)")"
    }
}
