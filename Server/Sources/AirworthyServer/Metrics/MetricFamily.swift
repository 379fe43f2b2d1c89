import ServerSupport

/// A metric in the model of Prometheus: a name, a type and a value for each set of labels.
struct MetricFamily: Hashable, Sendable {
    /// The Prometheus type.
    enum Kind: String, Hashable, Sendable {
        /// A value that only rises.
        case counter
        /// A value that rises and falls.
        case gauge
        /// A distribution in buckets.
        case histogram
    }

    /// A label and its value.
    struct Label: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// A line: a suffix of the family's name, labels and a value.
    struct Sample: Hashable, Sendable {
        var suffix = ""
        var labels: [Label] = []
        let value: Double
    }

    let name: String
    let kind: Kind
    let help: String
    var samples: [Sample]

    /// Appends the family in the text format of Prometheus.
    func write(to text: inout String) {
        text += "# HELP \(name) \(Self.escaped(help, quote: false))\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            text += name + sample.suffix
            if !sample.labels.isEmpty {
                let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value, quote: true))\"" }
                text += "{" + labels.joined(separator: ",") + "}"
            }
            text += " \(Self.format(sample.value))\n"
        }
    }

    /// Returns a name with invalid characters replaced by `_`.
    static func sanitized(_ name: String) -> String {
        let characters = name.utf8.map { byte -> Character in
            byte.isASCIILetterOrDigit ? Character(Unicode.Scalar(byte)) : "_"
        }
        return characters.first.map(\.isNumber) ?? true ? "_" + String(characters) : String(characters)
    }

    private static func escaped(_ text: String, quote: Bool) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quote: result += "\\\""
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    private static func format(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int(exactly: value).map(String.init) ?? "\(value)"
    }
}
