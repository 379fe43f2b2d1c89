/// The value of a metric that another part of the program measures when `/metrics` is requested.
package struct MetricReading: Hashable, Sendable {
    let name: String
    let kind: MetricFamily.Kind
    let labels: [MetricFamily.Label]
    /// The value; `nil` if there is none now.
    let value: Double?

    init(_ name: String, kind: MetricFamily.Kind = .gauge, labels: [MetricFamily.Label] = [], value: Double?) {
        self.name = name
        self.kind = kind
        self.labels = labels
        self.value = value
    }

    /// Returns the families of readings, in the order of their names' first readings.
    static func families(of readings: [MetricReading]) -> [MetricFamily] {
        var families: [MetricFamily] = []
        var places: [String: Int] = [:]
        for reading in readings {
            let place = places[reading.name] ?? families.count
            if place == families.count {
                places[reading.name] = place
                families.append(MetricFamily(name: reading.name, kind: reading.kind))
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
        MetricReading(MetricNames.databaseBytes, labels: [.init(name: "file", value: file)], value: bytes)
    }

    /// The free space of the disk with the database.
    package static func freeDiskSpace(_ bytes: Double?) -> MetricReading {
        MetricReading(MetricNames.diskFreeBytes, value: bytes)
    }

    /// The metrics of scheduled backups. `interval` is the seconds between two of them, `nil` if none are scheduled;
    /// `age` is that of the last good backup in seconds, `nil` if there is none; `size` is its bytes; `failures` counts
    /// failed attempts since the start.
    package static func backups(
        interval: Double?, age: Double?, size: Double?, failures: Int
    ) -> [MetricReading] {
        [
            MetricReading(MetricNames.backupInterval, value: interval),
            MetricReading(MetricNames.backupAge, value: age), MetricReading(MetricNames.backupBytes, value: size),
            MetricReading(MetricNames.backupFailures, kind: .counter, value: Double(failures)),
        ]
    }
}
