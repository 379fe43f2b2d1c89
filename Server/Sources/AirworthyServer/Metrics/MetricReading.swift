/// The value of a metric that another part of the program measures when `/metrics` is requested.
package struct MetricReading: Hashable, Sendable {
    let metric: Metric
    let labels: [MetricFamily.Label]
    /// The value; `nil` if there is none now.
    let value: Double?

    init(_ metric: Metric, labels: [MetricFamily.Label] = [], value: Double?) {
        self.metric = metric
        self.labels = labels
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
        MetricReading(.databaseBytes, labels: [.init(name: "file", value: file)], value: bytes)
    }

    /// The number of the newest migration of the database.
    package static func schemaVersion(_ number: Int) -> MetricReading {
        MetricReading(.schemaVersion, value: Double(number))
    }

    /// The free space of the disk with the database.
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
