/// A metric as Prometheus knows it: a name, a type, and one value for each set of labels. No I/O.
struct MetricFamily: Hashable, Sendable {
    /// What the values mean to Prometheus.
    enum Kind: String, Hashable, Sendable {
        /// Only rises.
        case counter
        /// Rises and falls.
        case gauge
        /// Counts by size.
        case histogram
    }

    /// A label with its value.
    struct Label: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// A line: what follows the name of the family, the labels and the value.
    struct Sample: Hashable, Sendable {
        var suffix = ""
        var labels: [Label] = []
        let value: Double
    }

    let name: String
    let kind: Kind
    let help: String
    var samples: [Sample] = []

    /// Appends the family in the text format of Prometheus.
    func write(to text: inout String) {
        text += "# HELP \(name) \(Self.escaped(help, quote: false))\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            text += name + sample.suffix
            if !sample.labels.isEmpty {
                let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value, quote: true))\"" }
                text += "{" + labels.joined(separator: ",") + "}"
            }
            text += " \(Self.number(sample.value))\n"
        }
    }

    /// A name with only the characters that names may have.
    static func sanitized(_ name: String) -> String {
        let characters = name.utf8.map { byte -> Character in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                Character(Unicode.Scalar(byte))
            default: "_"
            }
        }
        let text = String(characters)
        return text.first.map { $0.isNumber || text.isEmpty } ?? true ? "_" + text : text
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

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int(exactly: value).map(String.init) ?? "\(value)"
    }
}
