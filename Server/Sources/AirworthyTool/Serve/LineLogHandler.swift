import AirworthyPolicy
import Foundation
import Logging

/// Writes each event as one line: time, level, message, then the facts as `name=value`, by name.
///
/// Unlike the one of swift-log it does no work before something is logged (every request sets metadata), and a value
/// cannot make up a line of its own.
struct LineLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let write: @Sendable (String) -> Void

    /// - Parameter write: Takes a line, without its end.
    init(write: @escaping @Sendable (String) -> Void = printError) { self.write = write }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var facts = metadata
        if let metadataProvider { facts.merge(metadataProvider.get()) { $1 } }
        if let own = event.metadata { facts.merge(own) { $1 } }
        if let error = event.error { facts["error"] = "\(error)" }
        var line = "\(Timestamp.format(Clock.now())) \(event.level.rawValue) \(event.message)"
        for (name, value) in facts.sorted(by: { $0.key < $1.key }) {
            line += " \(Self.names[name] ?? name)=\(Self.quoted("\(value)"))"
        }
        write(line)
    }

    /// What Hummingbird calls things, and what people do.
    private static let names = ["hb.request.id": "request"]

    /// The value as it is, or in quotes where it would not read as one word.
    private static func quoted(_ value: String) -> String {
        let isWord = value.unicodeScalars.allSatisfy { scalar in
            scalar != "\"" && scalar != "\\" && !scalar.properties.isWhitespace && !scalar.isControl
        }
        if isWord, !value.isEmpty { return value }
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case _ where scalar.isControl || scalar.properties.isWhitespace && scalar != " ":
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}
