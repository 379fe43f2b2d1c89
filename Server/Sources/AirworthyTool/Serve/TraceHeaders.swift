import Foundation
import ServerSupport

/// The header fields of requests to a collector of traces, such as one with a key. Never print them.
struct TraceHeaders: Sendable {
    /// The fields that the exporter sets itself, and those that concern the connection.
    private static let reserved: Set<String> = [
        "connection", "content-encoding", "content-length", "content-type", "host", "trailer", "transfer-encoding",
        "upgrade",
    ]

    /// The names in lower case, and the values.
    let fields: [(name: String, value: String)]

    /// Reads the fields in the form of `OTEL_EXPORTER_OTLP_HEADERS`. An error has only the number of a field.
    init(_ references: [SecretReference], environment: [String: String]) throws(ToolError) {
        var fields: [(name: String, value: String)] = []
        for reference in references {
            let text = try reference.text(environment: environment)
            for (number, field) in zip(1..., text.split(separator: ",", omittingEmptySubsequences: false)) {
                guard let field = Self.field(field) else {
                    throw .badData(
                        "\(reference.place): header \(number) cannot be sent; write name=value, separated by commas, with "
                            + "percent-encoding for commas and spaces in a value")
                }
                fields.append(field)
            }
        }
        self.fields = fields
    }

    /// Reads `name=value`; `nil` for anything that cannot be a header field.
    private static func field(_ text: Substring) -> (name: String, value: String)? {
        guard let sign = text.firstIndex(of: "=") else { return nil }
        let name = text[..<sign].trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        let encoded = text[text.index(after: sign)...].trimmingCharacters(in: .whitespacesAndNewlines)
        let isName = name.utf8.allSatisfy { $0.isASCIILetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
        guard !name.isEmpty, isName, !reserved.contains(name),
            let value = encoded.removingPercentEncoding, !value.isEmpty,
            value.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        return (name, value)
    }
}

extension SecretReference {
    /// The file or the variable, for messages.
    var place: String {
        switch self {
        case .file(let path): path.printable
        case .environment(let name), .encoded(let name): "the environment variable \(name.printable)"
        }
    }
}
