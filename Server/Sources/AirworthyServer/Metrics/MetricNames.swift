/// The names of the server's metrics. Dashboards and alerts rely on them.
enum MetricNames {
    static let requests = "airworthy_http_requests_total"
    static let requestSeconds = "airworthy_http_request_seconds"
    static let disconnections = "airworthy_http_refusals_total"
    static let appRevision = "airworthy_app_revision"
    static let appExpiry = "airworthy_app_expires_in_days"
    static let appDegraded = "airworthy_app_degraded"
    static let appDrift = "airworthy_app_catalog_drift"
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
    static let droppedSeries = "airworthy_metrics_dropped_total"

    /// The help texts by metric name.
    static let help: [String: String] = [
        requests: "Requests by route, method and status class.",
        requestSeconds: "Seconds from the head of a request to its response, by route.",
        disconnections: "Connections that the server closed on its own, by reason.",
        appRevision: "Revision of the manifest in force.",
        appExpiry: "Days until the manifest in force expires; required updates are relaxed after expiry.",
        appDegraded: "1 if the app's manifest cannot be served.",
        appDrift: "1 if the stored catalog differs from the one in the manifest in force.",
        apps: "Apps by state.",
        alarms: "Events that an operator should look into, by name.",
        ready: "1 once every app is loaded or marked degraded.",
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
        droppedSeries: "Series that were dropped because there are too many.",
    ]
}
