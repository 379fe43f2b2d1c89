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
        var line = "\(Timestamp.format(WallClock.now())) \(event.level.rawValue) \(event.message)"
        for (name, value) in values(of: event).sorted(by: { $0.key < $1.key }) {
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

/// Writes each event as one JSON object on one line: `time`, `level` and `event`, then the metadata sorted by name.
///
/// Metadata is flat: the members of a dictionary have names such as `outer.inner`. Numbers and Booleans stay what they are,
/// everything else is text. A name that is taken by one of the first three gets an underscore.
struct JSONLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let write: @Sendable (String) -> Void

    /// Creates a handler. `write` writes a line, which has no newline.
    init(write: @escaping @Sendable (String) -> Void = { LogWriter.standardError.write($0) }) {
        self.write = write
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var members: [String: String] = [:]
        for (name, value) in values(of: event) { Self.add(value, named: LogNames.short(name), to: &members) }
        var line = "{\"time\":\"\(Timestamp.format(WallClock.now()))\",\"level\":\"\(event.level.rawValue)\""
        line += ",\"event\":\(Self.quoted("\(event.message)"))"
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { line += ",\(Self.quoted(name)):\(value)" }
        write(line + "}")
    }

    private static let ownNames: Set<String> = ["time", "level", "event"]

    private static func add(_ value: Logger.MetadataValue, named name: String, to members: inout [String: String]) {
        if case .dictionary(let inner) = value {
            for (innerName, innerValue) in inner { add(innerValue, named: "\(name).\(innerName)", to: &members) }
            return
        }
        members[ownNames.contains(name) ? name + "_" : name] = text(of: value)
    }

    /// Returns a value as JSON.
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
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.isObeyedByTerminals:
                // Every scalar that is obeyed has at most four digits.
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// The names of metadata in the log.
enum LogNames {
    private static let shorter = ["hb.request.id": "request"]

    /// Returns the shorter name of Hummingbird's metadata; any other name as it is.
    static func short(_ name: String) -> String { shorter[name] ?? name }
}

extension LogHandler {
    /// The metadata of an event with that of the logger and its provider; the event's own comes first.
    fileprivate func values(of event: LogEvent) -> Logger.Metadata {
        var values = metadata
        if let metadataProvider { values.merge(metadataProvider.get()) { $1 } }
        if let own = event.metadata { values.merge(own) { $1 } }
        if let error = event.error { values["error"] = "\(error)" }
        return values
    }
}
