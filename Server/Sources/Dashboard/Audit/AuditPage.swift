import AirworthyPolicy
import ControlPlane
import Foundation

extension Dashboard {
    private static let entriesOfPage = 100

    var auditRoutes: [PageRoute] {
        [
            .page("/audit", hasAdminRoute: true) { request in
                var query = try AuditModel.query(of: request.query, now: now())
                let apps = plane.served.all.map(\.app.slug).filter(request.principal.covers)
                let isLimited = request.principal.apps != nil
                if let app = query.app {
                    guard request.principal.covers(app) else {
                        throw PageError.notFound(ControlPlaneError.noApp(app).detail)
                    }
                } else if isLimited {
                    // Such a session may not see entries of the server and of other apps.
                    guard let first = apps.first else { throw PageError.notFound("this session has no app") }
                    query.app = first
                }
                let search = AuditSearch(query)
                if request.query.has("csv") {
                    return AuditModel.file(try await search.run(in: plane.history, limit: AuditSearch.mostRead))
                }
                let result = try await search.run(in: plane.history, limit: Self.entriesOfPage)
                let model = AuditModel(result, of: query, apps: apps, isLimited: isLimited, now: now())
                return try page(model, at: .audit, for: request)
            }
        ]
    }
}

/// The content of the page of the audit.
struct AuditModel: Sendable {
    struct Row: Sendable {
        let at: Moment
        let actor: String
        let action: String
        let app: String?
        let revision: String?
        let detail: String?
        let token: String?
        let request: String?
    }

    let search: String
    let apps: [Choice]
    let actions: [Choice]
    let periods: [Choice]
    let rows: [Row]
    let isSearch: Bool
    /// How far the search looked, if it found no more.
    let reached: String?
    let olderPath: String?
    let newestPath: String?
    let file: String
    let mostOfFile: String

    /// The groups of actions, by the beginning of their names.
    private static let groups = [
        ("app.", "Apps and settings"), ("policy.", "Policies"), ("manifest.", "Manifests"),
        ("catalog.", "Release data"), ("adoption.", "Imported installations"), ("token.", "Tokens"),
        ("session.", "Sign-ins"),
    ]

    /// The times to choose from, in days.
    private static let periods = [
        (days: 1, name: "The last 24 hours"), (days: 7, name: "The last 7 days"), (days: 30, name: "The last 30 days"),
    ]

    /// Reads the fields of the address.
    /// - Throws: ``PageError`` 400 for a position that is no number.
    static func query(of fields: FormFields, now: Date) throws -> AuditSearch.Query {
        var query = AuditSearch.Query(app: fields["app"], text: fields["q"], action: fields["action"])
        if let text = fields["before"] {
            guard let before = Int(text), before > 0 else {
                throw PageError(400, detail: "\"before\" is not the number of an entry")
            }
            query.before = before
        }
        query.days = fields["days"].flatMap(Int.init).flatMap { days in
            periods.contains { $0.days == days } ? days : nil
        }
        query.since = query.days.map { now.addingTimeInterval(Double($0) * -86_400) }
        return query
    }

    /// Shows the entries; a limited session sees those of one app at a time only.
    init(_ result: AuditSearch.Result, of query: AuditSearch.Query, apps slugs: [String], isLimited: Bool, now: Date) {
        search = query.text ?? ""
        // The audit of a deleted app can be read, too.
        let named = query.app.map { slugs.contains($0) ? slugs : slugs + [$0] } ?? slugs
        let all = isLimited ? [] : [Choice(value: "", label: "All apps and server", isChosen: query.app == nil)]
        apps = all + named.map { Choice(value: $0, label: $0, isChosen: $0 == query.app) }
        actions =
            [Choice(value: "", label: "Everything", isChosen: query.action == nil)]
            + Self.groups.map { Choice(value: $0.0, label: $0.1, isChosen: $0.0 == query.action) }
        periods =
            [Choice(value: "", label: "Any time", isChosen: query.days == nil)]
            + Self.periods.map { Choice(value: "\($0.days)", label: $0.name, isChosen: $0.days == query.days) }
        let entries = result.entries.sorted { ($0.at, $0.id) > ($1.at, $1.id) }
        rows = entries.map { entry in
            Row(
                at: Moment(entry.at, now: now), actor: entry.actor, action: entry.action, app: entry.app,
                revision: entry.revision.map { "revision \($0)" }, detail: entry.detail, token: entry.tokenID,
                request: entry.requestID)
        }
        isSearch = query.text != nil || query.action != nil || query.days != nil
        func path(before: Int?, isFile: Bool = false) -> String {
            "/audit"
                + PathText.query([
                    ("app", query.app), ("q", query.text), ("action", query.action),
                    ("days", query.days.map(String.init)), ("before", before.map(String.init)),
                    ("csv", isFile ? "1" : nil),
                ])
        }
        olderPath = result.next.map { path(before: $0) }
        newestPath = query.before == nil ? nil : path(before: nil)
        file = path(before: query.before, isFile: true)
        mostOfFile = Figure.whole(AuditSearch.mostRead)
        reached =
            result.isCutShort
            ? result.reached.map {
                "The search looked at \(Figure.whole(AuditSearch.mostRead)) entries, back to \(Moment.text($0, withTime: true)). Older ones may match, too."
            } : nil
    }

    /// Returns the entries as a file.
    static func file(_ result: AuditSearch.Result) -> PageAnswer {
        let rows = result.entries.lazy.map { entry in
            [
                String(entry.id), Timestamp.format(entry.at), entry.actor, entry.tokenID ?? "", entry.action,
                entry.app ?? "", entry.revision.map(String.init) ?? "", entry.detail ?? "", entry.requestID ?? "",
            ]
        }
        let names = ["id", "at", "actor", "token", "action", "app", "revision", "detail", "request"]
        return .file(name: "audit.csv", contentType: "text/csv; charset=utf-8", text: CSVText.file(names, rows: rows))
    }
}
