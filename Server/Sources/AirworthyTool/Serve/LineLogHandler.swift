import AirworthyPolicy
import Foundation
import Logging

/// Writes each event as one line: time, level, message, then the metadata as `name=value`, sorted by name.
///
/// Unlike the stream handler of swift-log it formats metadata only when something is logged, which is faster because
/// every request sets metadata. It also escapes newlines, so that a value cannot forge a log line.
struct LineLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let write: @Sendable (String) -> Void

    /// Creates a handler. `write` writes a line, which has no newline.
    init(write: @escaping @Sendable (String) -> Void = { LogWriter.standardError.write($0.printable) }) {
        self.write = write
    }

    /// Creates a logger that writes to standard error.
    static func logger(level: Logger.Level) -> Logger {
        var logger = Logger(label: "airworthy") { _ in LineLogHandler() }
        logger.logLevel = level
        return logger
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var values = metadata
        if let metadataProvider { values.merge(metadataProvider.get()) { $1 } }
        if let own = event.metadata { values.merge(own) { $1 } }
        if let error = event.error { values["error"] = "\(error)" }
        var line = "\(Timestamp.format(WallClock.now())) \(event.level.rawValue) \(event.message)"
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            line += " \(LogNames.short(name))=\(Self.quoted("\(value)"))"
        }
        write(line)
    }

    /// Returns the value, in quotes unless it is a single word.
    private static func quoted(_ value: String) -> String {
        let isWord = value.unicodeScalars.allSatisfy { scalar in
            scalar != "\"" && scalar != "\\" && !scalar.properties.isWhitespace && !scalar.isObeyedByTerminals
        }
        if isWord, !value.isEmpty { return value }
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case _ where scalar.isObeyedByTerminals || scalar.properties.isWhitespace && scalar != " ":
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
