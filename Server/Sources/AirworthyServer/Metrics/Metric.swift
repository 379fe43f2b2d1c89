/// A metric of the server: its name, its type and its help text. Dashboards and alerts rely on the names.
struct Metric: Hashable, Sendable {
    let name: String
    let kind: MetricFamily.Kind
    let help: String

    func family(_ samples: [MetricFamily.Sample]) -> MetricFamily {
        MetricFamily(name: name, kind: kind, help: help, samples: samples)
    }

    /// Returns the metric with a sample for each value of a label.
    func family(by label: String, _ values: [(String, Double)]) -> MetricFamily {
        family(values.map { .init(labels: [.init(name: label, value: $0.0)], value: $0.1) })
    }

    /// Creates the metric of a library, by its label in swift-metrics.
    static func ofLibrary(_ label: String, kind: MetricFamily.Kind) -> Metric {
        Metric(name: label, kind: kind, help: "Measured by a library.")
    }

    private static func counter(_ name: String, help: String) -> Metric {
        Metric(name: name, kind: .counter, help: help)
    }
    private static func gauge(_ name: String, help: String) -> Metric {
        Metric(name: name, kind: .gauge, help: help)
    }
    private static func histogram(_ name: String, help: String) -> Metric {
        Metric(name: name, kind: .histogram, help: help)
    }
}

extension Metric {
    static let requests = counter("airworthy_http_requests_total", help: "Requests by route, method and status class.")
    static let requestSeconds = histogram(
        "airworthy_http_request_seconds", help: "Seconds from the head of a request to its response, by route.")
    static let disconnections = counter(
        "airworthy_http_refusals_total", help: "Connections that the server closed on its own, by reason.")
    static let appRevision = gauge("airworthy_app_revision", help: "Revision of the manifest in force.")
    static let appExpiry = gauge(
        "airworthy_app_expires_in_seconds",
        help: "Seconds until the manifest in force expires; required updates are relaxed after expiry.")
    static let appDegraded = gauge("airworthy_app_degraded", help: "1 if the app's manifest cannot be served.")
    static let appDrift = gauge(
        "airworthy_app_catalog_drift", help: "1 if the stored catalog differs from the one in the manifest in force.")
    static let stuckPredicted = gauge(
        "airworthy_app_stuck_predicted_ratio",
        help:
            "Share of installations that the newest publication was predicted to tell to update although they cannot.")
    static let stuckReported = gauge(
        "airworthy_app_stuck_reported_ratio",
        help: "Share of installations that reported this after it, in the last of its windows that is over.")
    static let apps = gauge("airworthy_apps", help: "Apps by state.")
    static let alarms = counter("airworthy_alarms_total", help: "Events that an operator should look into, by name.")
    static let publishes = counter(
        "airworthy_publishes_total", help: "Revisions that this node published since its start, by cause.")
    static let webhooks = counter(
        "airworthy_webhooks_total", help: "Webhook requests of App Store Connect, by result.")
    static let authenticationFailures = counter(
        "airworthy_authentication_failures_total", help: "Requests whose token was not enough, by reason.")
    static let schemaVersion = gauge(
        "airworthy_schema_version", help: "Number of the newest migration that the database had at the start.")
    static let ready = gauge(
        "airworthy_ready", help: "1 once every app is loaded or marked degraded, until the server is told to stop.")
    static let sourceAge = gauge(
        "airworthy_catalog_source_age_seconds",
        help: "Seconds since one of Apple's sources last confirmed the release data of an app.")
    static let appleKey = gauge("airworthy_apple_key", help: "1 for the current state of an App Store Connect key.")
    static let appleCalls = gauge(
        "airworthy_apple_calls_last_hour", help: "App Store Connect calls in the last hour, by key.")
    static let appleCallsAllowed = gauge(
        "airworthy_apple_calls_allowed_per_hour",
        help: "App Store Connect calls that Airworthy may make per hour, by key.")
    static let version = gauge("airworthy_build_info", help: "1, with the version of the server.")
    static let droppedLogLines = counter(
        "airworthy_log_lines_dropped_total",
        help: "Log lines that were dropped because standard error was not read in time.")
    static let storeReadAge = gauge(
        "airworthy_store_read_age_seconds", help: "Seconds since the apps and tokens were last read from the database.")
    static let leader = gauge(
        "airworthy_leader",
        help: "1 if this node queries Apple, renews and prunes; one of all nodes of a database does.")
    static let databaseConnections = gauge(
        "airworthy_database_connections", help: "Connections to PostgreSQL for transactions, by state.")
    static let databaseWaiting = gauge(
        "airworthy_database_waiting", help: "Transactions that wait for a connection to PostgreSQL.")
    static let storeSeconds = histogram(
        "airworthy_store_transaction_seconds",
        help: "Seconds that a transaction of the database takes, with the wait for its turn, by operation.")
    static let storeFailures = counter(
        "airworthy_store_failures_total", help: "Failed transactions of the database by operation and error.")
    static let connections = gauge("airworthy_http_connections", help: "Open connections on all listeners.")
    static let connectionLimit = gauge(
        "airworthy_http_connections_limit", help: "The highest number of connections of the public listener.")
    static let evaluations = gauge(
        "airworthy_evaluations",
        help: "Decisions, features, releases and TestFlight builds that are computed now or wait, by state.")
    static let evaluationLimit = gauge(
        "airworthy_evaluations_limit",
        help: "The highest number of evaluations that run or wait; further ones get 503.")
    static let databaseBytes = gauge(
        "airworthy_database_bytes", help: "Size of the database and of its write-ahead log, by file.")
    static let diskFreeBytes = gauge(
        "airworthy_database_disk_free_bytes", help: "Free space of the disk with the database.")
    static let backupInterval = gauge(
        "airworthy_backup_interval_seconds",
        help: "Seconds between two scheduled backups; no value if none are scheduled.")
    static let backupAge = gauge(
        "airworthy_backup_age_seconds",
        help: "Seconds since the last good scheduled backup; no value if there is none.")
    static let backupBytes = gauge("airworthy_backup_bytes", help: "Size of the last good scheduled backup.")
    static let backupFailures = counter(
        "airworthy_backup_failures_total", help: "Scheduled backups that failed since the start.")
    static let uptime = gauge("airworthy_uptime_seconds", help: "Seconds since the server started.")
    static let processStart = gauge(
        "process_start_time_seconds", help: "Start of the server in seconds since the Unix epoch.")
    static let processMemory = gauge(
        "process_resident_memory_bytes", help: "Memory of the process that is not swapped out.")
    static let processCPU = counter(
        "process_cpu_seconds_total", help: "Processor time of the process, of user and system.")
    static let processFiles = gauge("process_open_fds", help: "Open files and connections of the process.")
    static let processMaximumFiles = gauge(
        "process_max_fds", help: "The highest number of open files and connections of the process.")
    static let droppedSpans = counter(
        "airworthy_trace_spans_dropped_total",
        help: "Spans that were dropped because the collector did not take them in time.")
    static let droppedSeries = counter(
        "airworthy_metrics_dropped_total", help: "Series that were dropped because there are too many.")
    static let checkIns = counter("airworthy_check_ins_total", help: "Check-ins that were counted.")
    static let refusedCheckIns = counter(
        "airworthy_check_ins_refused_total", help: "Requests with check-ins that were refused, by reason.")
    static let foldedCheckIns = counter(
        "airworthy_check_ins_folded_total",
        help: "Check-ins that were counted with fewer facts, because there are too many cells.")
    static let hiddenClients = gauge(
        "airworthy_check_ins_one_address",
        help: "1 if the last check-ins all came from one private address, as from a proxy that is not trusted.")
    static let pendingCells = gauge(
        "airworthy_check_ins_pending_cells", help: "Cells in memory that are not stored yet.")
    static let flushSeconds = histogram(
        "airworthy_check_ins_flush_seconds", help: "Seconds that it takes to store the check-ins in memory.")
    static let failedFlushes = counter(
        "airworthy_check_ins_flush_failures_total",
        help: "Failed attempts to store the check-ins in memory; they are repeated.")
    static let failedUpkeeps = counter(
        "airworthy_check_ins_upkeep_failures_total",
        help: "Failed attempts to remove old check-ins and to add up past days; they are repeated.")
}
