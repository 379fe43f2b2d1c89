/// The names of the server's metrics. Dashboards and alerts rely on them.
enum MetricNames {
    static let requests = "airworthy_http_requests_total"
    static let requestSeconds = "airworthy_http_request_seconds"
    static let disconnections = "airworthy_http_refusals_total"
    static let appRevision = "airworthy_app_revision"
    static let appExpiry = "airworthy_app_expires_in_seconds"
    static let appDegraded = "airworthy_app_degraded"
    static let appDrift = "airworthy_app_catalog_drift"
    static let stuckPredicted = "airworthy_app_stuck_predicted_ratio"
    static let stuckReported = "airworthy_app_stuck_reported_ratio"
    static let apps = "airworthy_apps"
    static let alarms = "airworthy_alarms_total"
    static let ready = "airworthy_ready"
    static let sourceAge = "airworthy_catalog_source_age_seconds"
    static let appleKey = "airworthy_apple_key"
    static let appleCalls = "airworthy_apple_calls_last_hour"
    static let appleCallsAllowed = "airworthy_apple_calls_allowed_per_hour"
    static let version = "airworthy_build_info"
    static let droppedLogLines = "airworthy_log_lines_dropped_total"
    static let storeReadAge = "airworthy_store_read_age_seconds"
    static let leader = "airworthy_leader"
    static let databaseConnections = "airworthy_database_connections"
    static let databaseWaiting = "airworthy_database_waiting"
    static let storeSeconds = "airworthy_store_transaction_seconds"
    static let storeFailures = "airworthy_store_failures_total"
    static let connections = "airworthy_http_connections"
    static let connectionLimit = "airworthy_http_connections_limit"
    static let evaluations = "airworthy_evaluations"
    static let evaluationLimit = "airworthy_evaluations_limit"
    static let databaseBytes = "airworthy_database_bytes"
    static let diskFreeBytes = "airworthy_database_disk_free_bytes"
    static let backupInterval = "airworthy_backup_interval_seconds"
    static let backupAge = "airworthy_backup_age_seconds"
    static let backupBytes = "airworthy_backup_bytes"
    static let backupFailures = "airworthy_backup_failures_total"
    static let uptime = "airworthy_uptime_seconds"
    static let processStart = "process_start_time_seconds"
    static let processMemory = "process_resident_memory_bytes"
    static let processCPU = "process_cpu_seconds_total"
    static let processFiles = "process_open_fds"
    static let processMaximumFiles = "process_max_fds"
    static let droppedSpans = "airworthy_trace_spans_dropped_total"
    static let droppedSeries = "airworthy_metrics_dropped_total"
    static let checkIns = "airworthy_check_ins_total"
    static let refusedCheckIns = "airworthy_check_ins_refused_total"
    static let foldedCheckIns = "airworthy_check_ins_folded_total"
    static let hiddenClients = "airworthy_check_ins_one_address"
    static let pendingCells = "airworthy_check_ins_pending_cells"
    static let flushSeconds = "airworthy_check_ins_flush_seconds"
    static let failedFlushes = "airworthy_check_ins_flush_failures_total"
    static let failedUpkeeps = "airworthy_check_ins_upkeep_failures_total"

    /// The help texts by metric name.
    static let help: [String: String] = [
        requests: "Requests by route, method and status class.",
        requestSeconds: "Seconds from the head of a request to its response, by route.",
        disconnections: "Connections that the server closed on its own, by reason.",
        appRevision: "Revision of the manifest in force.",
        appExpiry: "Seconds until the manifest in force expires; required updates are relaxed after expiry.",
        appDegraded: "1 if the app's manifest cannot be served.",
        stuckPredicted:
            "Share of installations that the newest publication was predicted to tell to update although they cannot.",
        stuckReported:
            "Share of installations that reported this after it, in its first 24 hours or on its seventh day.",
        appDrift: "1 if the stored catalog differs from the one in the manifest in force.",
        apps: "Apps by state.",
        alarms: "Events that an operator should look into, by name.",
        ready: "1 once every app is loaded or marked degraded, until the server is told to stop.",
        sourceAge: "Seconds since one of Apple's sources last confirmed the release data of an app.",
        appleKey: "1 for the current state of an App Store Connect key.",
        appleCalls: "App Store Connect calls in the last hour, by key.",
        appleCallsAllowed: "App Store Connect calls that Airworthy may make per hour, by key.",
        version: "1, with the version of the server.",
        droppedLogLines: "Log lines that were dropped because standard error was not read in time.",
        storeReadAge: "Seconds since the apps and tokens were last read from the database.",
        leader: "1 if this node queries Apple, renews and prunes; one of all nodes of a database does.",
        databaseConnections: "Connections to PostgreSQL for transactions, by state.",
        databaseWaiting: "Transactions that wait for a connection to PostgreSQL.",
        storeSeconds: "Seconds that a transaction of the database takes, with the wait for its turn, by operation.",
        storeFailures: "Failed transactions of the database by operation and error.",
        connections: "Open connections on all listeners.",
        connectionLimit: "The highest number of connections of the public listener.",
        evaluations: "Decisions, features, releases and TestFlight builds that are computed now or wait, by state.",
        evaluationLimit: "The highest number of evaluations that run or wait; further ones get 503.",
        databaseBytes: "Size of the database and of its write-ahead log, by file.",
        diskFreeBytes: "Free space of the disk with the database.",
        backupInterval: "Seconds between two scheduled backups; no value if none are scheduled.",
        backupAge: "Seconds since the last good scheduled backup; no value if there is none.",
        backupBytes: "Size of the last good scheduled backup.",
        backupFailures: "Scheduled backups that failed since the start.",
        uptime: "Seconds since the server started.",
        processStart: "Start of the server in seconds since the Unix epoch.",
        processMemory: "Memory of the process that is not swapped out.",
        processCPU: "Processor time of the process, of user and system.",
        processFiles: "Open files and connections of the process.",
        processMaximumFiles: "The highest number of open files and connections of the process.",
        droppedSpans: "Spans that were dropped because the collector did not take them in time.",
        droppedSeries: "Series that were dropped because there are too many.",
        checkIns: "Check-ins that were counted.",
        refusedCheckIns: "Requests with check-ins that were refused, by reason.",
        foldedCheckIns: "Check-ins that were counted with fewer facts, because there are too many cells.",
        hiddenClients:
            "1 if the last check-ins all came from one private address, as from a proxy that is not trusted.",
        pendingCells: "Cells in memory that are not stored yet.",
        flushSeconds: "Seconds that it takes to store the check-ins in memory.",
        failedFlushes: "Failed attempts to store the check-ins in memory; they are repeated.",
        failedUpkeeps: "Failed attempts to remove old check-ins and to add up past days; they are repeated.",
    ]
}
