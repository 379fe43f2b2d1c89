/// The names of what this server measures. Dashboards and alerts rely on them.
package enum MetricNames {
    static let requests = "airworthy_http_requests_total"
    static let requestSeconds = "airworthy_http_request_seconds"
    static let refusedConnections = "airworthy_http_refusals_total"
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
    static let droppedSeries = "airworthy_metrics_dropped_total"

    /// What to say of each.
    package static let help: [String: String] = [
        requests: "Requests by route, method and class of status.",
        requestSeconds: "Seconds from the head of a request to its answer, by route.",
        refusedConnections: "Connections that the server ended by itself, by reason.",
        appRevision: "The revision of the manifest in force.",
        appExpiry: "Days until the manifest in force expires; blocks soften then.",
        appDegraded: "1 if nothing can be served of the app.",
        appDrift: "1 if the stored catalog says something else than the manifest in force.",
        apps: "Apps by what can be served of them.",
        alarms: "What somebody should look into, by name.",
        ready: "1 once every app was loaded or marked degraded.",
        sourceAge: "Seconds since a source of Apple's last confirmed what is known of an app.",
        appleKey: "1 for the state an App Store Connect key is in.",
        appleCalls: "App Store Connect calls of the last hour, by key.",
        appleCallsAllowed: "App Store Connect calls an hour that are ours, by key.",
        version: "1, with the version of the server.",
        droppedSeries: "Series that were not kept because there are too many.",
    ]
}
