import AirworthyPolicy
import Foundation
import Logging

/// Writes each event as one line.
///
/// Unlike the stream handler of swift-log it formats metadata only when something is logged, which is faster because
/// every request sets metadata.
struct LineLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let format: LogFormat
    private let write: @Sendable (String) -> Void

    /// Creates a handler. `write` writes a line, which has no newline; by default to standard error.
    init(_ format: LogFormat = .text, write: (@Sendable (String) -> Void)? = nil) {
        self.format = format
        self.write = write ?? { LogWriter.standardError.write(format == .text ? $0.printable : $0) }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        // The event's own metadata comes before that of the logger and its provider.
        var values = metadata
        if let metadataProvider { values.merge(metadataProvider.get()) { $1 } }
        if let own = event.metadata { values.merge(own) { $1 } }
        if let error = event.error { values["error"] = "\(error)" }
        write(
            format == .text
                ? TextLogLine.line(of: event, values: values) : JSONLogLine.line(of: event, values: values))
    }

    /// Returns the shorter name of Hummingbird's metadata; any other name as it is.
    fileprivate static func short(_ name: String) -> String { name == "hb.request.id" ? "request" : name }
}

enum LogFormat: String, Hashable, Sendable, CaseIterable {
    case text
    case json

    /// Creates a logger that writes to standard error in this format.
    func logger(level: Logger.Level) -> Logger {
        var logger = Logger(label: "airworthy") { _ in LineLogHandler(self) }
        logger.logLevel = level
        return logger
    }

    /// Shows a sentence of the start: as it is, or as an event of the log, so that every line is JSON.
    func show(_ sentence: String, event: Logger.Message, level: Logger.Level, in logger: Logger) {
        switch self {
        case .text: printError(sentence)
        case .json: logger.log(level: level, event, metadata: ["text": .string(sentence)])
        }
    }
}

/// A line for people: time, level, message, then the metadata as `name=value`, sorted by name.
///
/// Newlines are escaped, so that a value cannot forge a log line.
private enum TextLogLine {
    static func line(of event: LogEvent, values: Logger.Metadata) -> String {
        var line = "\(Timestamp.format(WallClock.now())) \(event.level.rawValue) \(event.message)"
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            line += " \(LineLogHandler.short(name))=\(quoted("\(value)"))"
        }
        return line
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

/// One JSON object on one line: `time`, `level` and `event`, then the metadata sorted by name.
///
/// Metadata is flat: the members of a dictionary have names such as `outer.inner`. Numbers and Booleans stay what they are,
/// everything else is text. A name that is taken by one of the first three gets an underscore.
private enum JSONLogLine {
    static func line(of event: LogEvent, values: Logger.Metadata) -> String {
        var members: [String: String] = [:]
        for (name, value) in values { add(value, named: LineLogHandler.short(name), to: &members) }
        var line = "{\"time\":\"\(Timestamp.format(WallClock.now()))\",\"level\":\"\(event.level.rawValue)\""
        line += ",\"event\":\(quoted("\(event.message)"))"
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { line += ",\(quoted(name)):\(value)" }
        return line + "}"
    }

    private static let ownNames: Set<String> = ["time", "level", "event"]

    private static func add(_ value: Logger.MetadataValue, named name: String, to members: inout [String: String]) {
        if case .dictionary(let inner) = value {
            for (innerName, innerValue) in inner { add(innerValue, named: "\(name).\(innerName)", to: &members) }
            return
        }
        members[ownNames.contains(name) ? name + "_" : name] = text(of: value)
    }

    private static func text(of value: Logger.MetadataValue) -> String {
        switch value {
        case .string(let text): quoted(text)
        case .stringConvertible(let value as any FixedWidthInteger): "\(value)"
        case .stringConvertible(let value as Bool): value ? "true" : "false"
        case .stringConvertible(let value as Double) where value.isFinite: "\(value)"
        case .stringConvertible(let value): quoted("\(value)")
        case .array(let values): "[" + values.map { text(of: $0) }.joined(separator: ",") + "]"
        case .dictionary: quoted("\(value)")
        }
    }

    /// Returns a JSON string. Whatever a terminal could obey is escaped, so that no value ends a line or begins another one.
    private static func quoted(_ text: String) -> String { TerminalText.harmless(JSONValue.string(text).jsonText()) }
}
