import ServerSupport

/// A metric in the model of Prometheus: a name, a type and a value for each set of labels.
struct MetricFamily: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable { case counter, gauge, histogram }

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

/// The value of a metric that another part of the program measures when `/metrics` is requested.
package struct MetricReading: Hashable, Sendable {
    let metric: Metric
    let labels: [MetricFamily.Label]
    /// The value; `nil` if there is none now.
    let value: Double?

    init(_ metric: Metric, labels: KeyValuePairs<String, String> = [:], value: Double?) {
        self.metric = metric
        self.labels = labels.map { MetricFamily.Label(name: $0.key, value: $0.value) }
        self.value = value
    }

    /// Returns the families of readings, in the order of their metrics' first readings.
    static func families(of readings: [MetricReading]) -> [MetricFamily] {
        var families: [MetricFamily] = []
        var places: [Metric: Int] = [:]
        for reading in readings {
            let place = places[reading.metric] ?? families.count
            if place == families.count {
                places[reading.metric] = place
                families.append(reading.metric.family([]))
            }
            if let value = reading.value {
                families[place].samples.append(.init(labels: reading.labels, value: value))
            }
        }
        return families
    }
}

extension MetricReading {
    /// The size in bytes of a file of the database: `database` or `wal`; `nil` if it is unknown.
    package static func databaseSize(_ bytes: Double?, file: String) -> MetricReading {
        MetricReading(.databaseBytes, labels: ["file": file], value: bytes)
    }

    package static func schemaVersion(_ number: Int) -> MetricReading {
        MetricReading(.schemaVersion, value: Double(number))
    }

    package static func freeDiskSpace(_ bytes: Double?) -> MetricReading {
        MetricReading(.diskFreeBytes, value: bytes)
    }

    /// The metrics of scheduled backups. `interval` is the seconds between two of them, `nil` if none are scheduled;
    /// `age` is that of the last good backup in seconds, `nil` if there is none; `size` is its bytes; `failures` counts
    /// failed attempts since the start.
    package static func backups(
        interval: Double?, age: Double?, size: Double?, failures: Int
    ) -> [MetricReading] {
        [
            MetricReading(.backupInterval, value: interval),
            MetricReading(.backupAge, value: age), MetricReading(.backupBytes, value: size),
            MetricReading(.backupFailures, value: Double(failures)),
        ]
    }
}
