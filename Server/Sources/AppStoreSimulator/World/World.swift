import Foundation

/// The simulated data of Apple's servers, at one moment.
struct World: Sendable {
    /// The date that relative times refer to.
    var start: Date
    var now: Date
    var apps: [AppRecord]
    var groups: [GroupRecord]
    var builds: [BuildRecord]
    var versions: [VersionRecord]
    var edges: [EdgeRecord]
    var webhooks: [WebhookRecord]
    var events: [EventRecord] = []
    var deliveries: [DeliveryRecord] = []
    /// Deliveries that the webhook sender has not received yet.
    var outbox: [DeliveryRecord] = []
    /// The number of times that each event is delivered.
    var copies = 1

    init(_ file: ScenarioFile, start: Date) {
        self.start = start
        now = start
        apps = file.apps
        groups = file.groups
        builds = file.builds
        versions = file.versions
        edges = file.edges
        webhooks = file.webhooks
    }

    func date(_ time: ScenarioTime) -> Date { time.date(from: start) }

    var moment: ScenarioTime { .absolute(now) }

    func app(_ id: String) -> AppRecord? { apps.first { $0.id == id } }

    func isExpired(_ build: BuildRecord) -> Bool { build.isExpired || now >= date(build.expires) }

    func internalState(_ build: BuildRecord) -> String { isExpired(build) ? "EXPIRED" : build.internalState }

    func externalState(_ build: BuildRecord) -> String {
        isExpired(build) && build.externalState != "NOT_APPLICABLE" ? "EXPIRED" : build.externalState
    }

    /// Returns the progress of a phased release, which takes seven days.
    func phase(of record: PhasedRecord) -> (state: String, day: Int?, pausedDays: Int) {
        guard let started = record.started, record.state != "INACTIVE" else { return (record.state, nil, 0) }
        let until = record.pausedSince.map(date) ?? now
        let running = max(0, until.timeIntervalSince(date(started)) - record.paused)
        let pause = record.paused + (record.pausedSince.map { max(0, now.timeIntervalSince(date($0))) } ?? 0)
        let day = min(7, Int(running / 86_400) + 1)
        let isOver = record.state == "COMPLETE" || record.state == "ACTIVE" && running >= 7 * 86_400
        return (isOver ? "COMPLETE" : record.state, day, Int(pause / 86_400))
    }

    /// Returns the versions that the App Store has released, newest first.
    func releasedVersions(of app: String, on platform: String) -> [VersionRecord] {
        versions.filter { version in
            version.app == app && version.platform == platform
                && ["READY_FOR_DISTRIBUTION", "REPLACED_WITH_NEW_VERSION"].contains(version.state)
                && (version.released.map { date($0) <= now } ?? false)
        }.sorted { one, other in
            let live = (one.state == "READY_FOR_DISTRIBUTION", other.state == "READY_FOR_DISTRIBUTION")
            if live.0 != live.1 { return live.0 }
            return (one.released.map(date) ?? .distantPast) > (other.released.map(date) ?? .distantPast)
        }
    }
}
