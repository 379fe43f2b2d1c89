import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog
import ServerSupport

/// Something about the server that somebody should look at, as a sentence.
struct StatusProblem: Sendable {
    let text: String
    /// What to do about it.
    let advice: String?
    /// Where to look; `nil` if no page shows more.
    let path: String?
    /// The class for the colour: `bad` or `warn`.
    let style: String
    /// The colour in words: `urgent` or `soon`.
    let label: String

    /// The problems of one kind that are listed one by one.
    private static let mostOfKind = 10
    /// The age of the last read of the database from which on it counts as out of reach, in seconds.
    private static let oldRead = 30.0
    /// The days before the end of a manifest at which people are told.
    private static let notice = 3.0 * 86_400

    private init(_ text: String, advice: String? = nil, path: String? = nil, isUrgent: Bool = true) {
        self.text = text
        self.advice = advice
        self.path = path
        style = isUrgent ? "bad" : "warn"
        label = isUrgent ? "urgent" : "soon"
    }

    /// Returns everything that somebody should look at, the urgent first.
    static func all(of facts: StatusFacts, now: Date) -> [StatusProblem] {
        let found =
            database(facts) + signing(facts) + degraded(facts) + (facts.server.map { server($0, now: now) } ?? [])
            + manifests(facts, now: now) + sources(facts, now: now)
        return found.filter { $0.style == "bad" } + found.filter { $0.style != "bad" }
    }

    private static func database(_ facts: StatusFacts) -> [StatusProblem] {
        guard let age = facts.sinceRead, Double(age.components.seconds) > oldRead else { return [] }
        return [
            StatusProblem(
                "The database was read \(Moment.length(Double(age.components.seconds)) ?? "a moment") ago for the last time. Devices are served from memory meanwhile.",
                advice: "See the server’s log for the reason.")
        ]
    }

    private static func signing(_ facts: StatusFacts) -> [StatusProblem] {
        listed(facts.signingProblems) { slug, problem in
            StatusProblem("\(slug): \(problem).", path: Place.settings.path(of: slug))
        }
    }

    private static func degraded(_ facts: StatusFacts) -> [StatusProblem] {
        let all = facts.apps.compactMap { app in app.served.problem.map { (app.served.app.slug, $0) } }
        let known = Set(facts.signingProblems.map(\.slug))
        return listed(all.filter { !known.contains($0.0) }) { slug, problem in
            StatusProblem("\(slug): \(problem).", path: Place.overview.path(of: slug))
        }
    }

    private static func server(_ server: ServerState, now: Date) -> [StatusProblem] {
        var found: [StatusProblem] = []
        func add(_ text: String, advice: String, isUrgent: Bool = true) {
            found.append(StatusProblem(text, advice: advice, isUrgent: isUrgent))
        }
        for key in server.appleKeys {
            switch key.state.condition {
            case .failed(let since):
                add(
                    "Apple rejects the key \(key.state.keyID), since \(Moment.text(since, withTime: true)).",
                    advice: "Create a new one in App Store Connect. The server tries it again by itself.")
            case .agreementsMissing(let since):
                add(
                    "App Store Connect answers nothing to the key \(key.state.keyID), since \(Moment.text(since, withTime: true)): an agreement is missing.",
                    advice: "The account holder has to accept it in App Store Connect.")
            case .unproven, .working: break
            }
        }
        if let offset = server.clockOffset, abs(offset) > SigningClock.noticedOffset.seconds {
            let isUseless = abs(offset) > SigningClock.widestOffset.seconds
            add(
                "This machine’s clock is \(Moment.length(abs(offset)) ?? "a moment") \(offset > 0 ? "ahead of" : "behind") Apple’s\(isUseless ? ", so nothing is signed" : "").",
                advice: "Set the clock.", isUrgent: isUseless)
        }
        if let free = server.diskFreeBytes, free < Double(DiskReserve.noticedFree) {
            add(
                "The disk of the database has only \(StatusModel.bytes(free)) left.",
                advice: "Make room, or nothing can be stored any more.")
        }
        if let backups = server.backups {
            let late = backups.last.map { now.timeIntervalSince($0) > 2 * backups.interval } ?? (backups.failures > 0)
            if late {
                add(
                    backups.last.map { "The last backup was written \(Moment.relative(to: $0, from: now))." }
                        ?? "No backup could be written.",
                    advice: "See the server’s log for the reason.", isUrgent: false)
            }
        }
        return found
    }

    private static func manifests(_ facts: StatusFacts, now: Date) -> [StatusProblem] {
        let ending = facts.apps.compactMap { app -> (String, Date)? in
            guard case .live(let head) = app.served.state, let end = head.manifest.expiresAt,
                end.timeIntervalSince(now) < notice
            else { return nil }
            return (app.served.app.slug, end)
        }
        return listed(ending) { slug, end in
            let (when, isOver) = (Moment.relative(to: end, from: now), end <= now)
            return StatusProblem(
                isOver
                    ? Words.manifestExpired(when, of: slug)
                    : "The manifest of \(slug) expires \(when) and was not renewed.",
                path: Place.history.path(of: slug), isUrgent: isOver)
        }
    }

    private static func sources(_ facts: StatusFacts, now: Date) -> [StatusProblem] {
        let stale = facts.apps.filter { $0.served.catalog?.merged.isStale(at: now, statuses: $0.statuses) ?? false }
        return listed(stale.map { ($0.served.app.slug, $0) }) { slug, app in
            let age = app.served.catalog.map { ": its oldest part is of \(Moment.text($0.asOf, withTime: true))" } ?? ""
            return StatusProblem(
                "The release data of \(slug) is out of date\(age).", path: Place.releases.path(of: slug),
                isUrgent: false)
        }
    }

    /// Returns the problems of one kind, and of too many only how many more there are.
    private static func listed<Item>(
        _ items: [(String, Item)], _ problem: (String, Item) -> StatusProblem
    ) -> [StatusProblem] {
        let shown = items.prefix(mostOfKind).map { problem($0.0, $0.1) }
        guard items.count > shown.count else { return shown }
        return shown + [StatusProblem("The same holds for \(Figure.count(items.count - shown.count, "further app")).")]
    }
}
