import AirworthyTrust
import ControlPlane
import Foundation
import ReleaseCatalog

extension Dashboard {
    var statusRoutes: [PageRoute] {
        [
            .page("/status") { request in
                let principal = request.principal
                let apps = plane.served.all.filter { principal.covers($0.app.slug) }
                let facts = StatusFacts(
                    apps: apps.map { StatusFacts.App(served: $0, statuses: surroundings.sources($0.app.slug)) },
                    server: principal.apps == nil ? surroundings.server() : nil,
                    signer: principal.apps == nil ? plane.signer : nil,
                    signingProblems: apps.compactMap { app in
                        plane.signer.problem(for: app.app).map { (slug: app.app.slug, problem: $0) }
                    },
                    alarms: principal.apps == nil ? plane.served.alarms : [:],
                    sinceRead: plane.tokens.timeSinceRead, pendingCells: plane.adoption.pendingCells)
                return try page(StatusModel(facts, now: now()), at: .status, for: request)
            }
        ]
    }
}

/// What the page of the server's state is made of.
struct StatusFacts: Sendable {
    /// An app with the states of its sources.
    struct App: Sendable {
        var served: ServedApp
        var statuses: [SourceStatus]
    }

    var apps: [App] = []
    /// The process; `nil` for a session that is limited to some apps.
    var server: ServerState?
    /// The keys that this server signs with; `nil` for a session that is limited to some apps.
    var signer: Signer?
    /// The apps whose builds would reject this server's signatures, with the reasons.
    var signingProblems: [(slug: String, problem: String)] = []
    /// The counters of events that an operator should look into, by name.
    var alarms: [String: Int] = [:]
    /// The time since the database was read.
    var sinceRead: Duration?
    /// The check-ins in memory that are not stored yet.
    var pendingCells = 0
}

/// The content of the page of the server's state.
struct StatusModel: Sendable {
    /// A fact with its name.
    struct Fact: Sendable {
        let name: String
        let text: String
        var moment: Moment?
    }

    /// An App Store Connect key.
    struct AppleKey: Sendable {
        let id: String
        let tag: Tag
        let since: Moment?
        let calls: String
    }

    /// The release data of an app.
    struct Source: Sendable {
        let slug: String
        let path: String
        let tag: Tag
        let asOf: Moment?
        let problem: String?
        let rank: Int
    }

    /// A counter of events.
    struct Job: Sendable {
        let text: String
        let count: String
    }

    let problems: [StatusProblem]
    let isWhole: Bool
    let facts: [Fact]
    let signing: [Fact]
    let appleKeys: [AppleKey]
    /// Whether the table of keys has a column with dates, and that of sources one with problems.
    let someSince: Bool
    let someProblem: Bool
    let sources: [Source]
    let otherSources: String?
    let jobs: [Job]

    private static let mostSources = 100

    init(_ facts: StatusFacts, now: Date) {
        problems = StatusProblem.all(of: facts, now: now)
        isWhole = facts.server != nil
        self.facts = facts.server.map { Self.facts(of: $0, facts, now: now) } ?? []
        signing = facts.signer.map { Self.signing($0, facts) } ?? []
        appleKeys = (facts.server?.appleKeys ?? []).map { key in
            let (tag, since) = key.state.condition.words
            return AppleKey(
                id: key.state.keyID, tag: tag, since: since.map { Moment($0, now: now) },
                calls: "\(Figure.whole(key.callsLastHour)) of \(Figure.whole(key.state.allowedPerHour))")
        }
        someSince = appleKeys.contains { $0.since != nil }
        let all = facts.apps.map { Self.source($0, now: now) }.sorted { ($1.rank, $0.slug) < ($0.rank, $1.slug) }
        sources = Array(all.prefix(Self.mostSources))
        someProblem = sources.contains { $0.problem != nil }
        otherSources = all.count > sources.count ? Figure.count(all.count - sources.count, "further app") : nil
        jobs = Alarm.allCases.compactMap { alarm in
            facts.alarms[alarm.rawValue].flatMap { count in
                count > 0 ? Job(text: alarm.words, count: Figure.count(count, "time")) : nil
            }
        }
    }

    private static func facts(of server: ServerState, _ facts: StatusFacts, now: Date) -> [Fact] {
        func fact(_ name: String, _ text: String?, _ date: Date? = nil) -> Fact? {
            text.map { Fact(name: name, text: $0, moment: date.map { Moment($0, now: now) }) }
        }
        let role =
            !server.sharesDatabase
            ? "This is the only server of its database."
            : server.isLeader
                ? "This server leads: it asks Apple, renews manifests and prunes. Others may serve beside it."
                : "Another server leads: it asks Apple, renews manifests and prunes. This one serves."
        let read =
            facts.sinceRead.map { $0 < .seconds(1) ? "read just now" : "read \(Self.seconds($0)) ago" }
            ?? "not read yet"
        let size = server.databaseBytes.map { ", \(Self.bytes($0))" } ?? ""
        let backups: String
        if let schedule = server.backups {
            let every = Moment.length(schedule.interval).map { "every \($0)" } ?? "continuously"
            backups = schedule.last == nil ? "\(every), none written yet" : "\(every), the last one"
        } else {
            backups =
                server.sharesDatabase
                ? "not by this server; PostgreSQL has its own tools"
                : "none by this server; the setting backup.every schedules them"
        }
        return [
            fact("Version", server.version), fact("Started", server.startedAt.map { _ in "" }, server.startedAt),
            fact("Role", role), fact("Database", read + size),
            fact("Free on its disk", server.diskFreeBytes.map(Self.bytes)),
            fact("Backups", backups, server.backups?.last),
            fact(
                "Check-ins not stored yet",
                facts.pendingCells == 0
                    ? "none" : "\(Figure.count(facts.pendingCells, "kind")) of installations, stored within seconds"),
            fact(
                "Clock",
                server.clockOffset.map { offset in
                    abs(offset) < 2
                        ? "agrees with Apple’s"
                        : "\(Int(abs(offset))) seconds \(offset > 0 ? "ahead of" : "behind") Apple’s"
                }),
        ].compactMap { $0 }
    }

    private static func signing(_ signer: Signer, _ facts: StatusFacts) -> [Fact] {
        let keys = signer.publicKeys.map(\.id)
        let signed = facts.apps.filter { $0.served.app.signing == .server }.count
        return [
            Fact(
                name: "Signs with",
                text: keys.isEmpty ? "none; this server signs nothing" : keys.joined(separator: ", ")),
            Fact(
                name: "Keyring",
                text: signer.keyring == nil
                    ? "none; builds have to pin the keys"
                    : "sent with manifests, so that apps can follow a change of keys"),
            Fact(
                name: "Apps",
                text: "this server signs \(Figure.count(signed, "app"))"
                    + (signed < facts.apps.count ? ", CI \(Figure.whole(facts.apps.count - signed))" : "")),
        ]
    }

    private static func source(_ app: StatusFacts.App, now: Date) -> Source {
        let slug = app.served.app.slug
        let problem = app.statuses.compactMap { status in
            status.problem.map { "\(status.source.name): \($0)" }
        }.first
        let (tag, rank): (Tag, Int)
        if let merged = app.served.catalog?.merged {
            if merged.isStale(at: now, statuses: app.statuses) {
                (tag, rank) = (Tag("out of date", "bad"), 3)
            } else {
                (tag, rank) = problem == nil ? (Tag("fine", "good"), 0) : (Tag("problem", "warn"), 2)
            }
        } else {
            (tag, rank) = app.statuses.isEmpty ? (Tag("not asked"), 0) : (Tag("no data yet", "warn"), 1)
        }
        return Source(
            slug: slug, path: Place.releases.path(of: slug), tag: tag,
            asOf: app.served.catalog.map { Moment($0.asOf, now: now) }, problem: problem, rank: rank)
    }

    private static func seconds(_ duration: Duration) -> String {
        Figure.count(Int(duration.components.seconds), "second")
    }

    static func bytes(_ number: Double) -> String {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
        var (rest, unit) = (number, 0)
        while rest >= 1_024, unit < units.count - 1 { (rest, unit) = (rest / 1_024, unit + 1) }
        return "\(Figure.rounded(rest, places: rest < 10 && unit > 0 ? 1 : 0)) \(units[unit])"
    }
}

extension KeyState.Condition {
    /// The condition in words, and since when.
    var words: (tag: Tag, since: Date?) {
        switch self {
        case .unproven: (Tag("not used yet"), nil)
        case .working: (Tag("works", "good"), nil)
        case .failed(let since): (Tag("Apple rejects it", "bad"), since)
        case .agreementsMissing(let since): (Tag("an agreement is missing", "bad"), since)
        }
    }
}

extension Alarm {
    var words: String {
        switch self {
        case .headWentBack: "the database had a lower revision than the one served"
        case .notTrusted: "installed apps would have rejected a manifest"
        case .unreadable: "the stored state of an app could not be read"
        case .renewalFailed: "a manifest that was due could not be reissued"
        case .publishFailed: "changed releases could not be published"
        case .catalogAlert: "new releases brought a policy new errors"
        case .storeFailed: "the database could not be read or pruned"
        }
    }
}
