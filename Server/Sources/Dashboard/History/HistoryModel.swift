import ControlPlane
import Foundation

/// The content of the page about what was published.
struct HistoryModel: Sendable {
    /// A revision with a policy that somebody published, or several revisions that the server made by itself.
    struct Entry: Sendable {
        var publication: PublicationEntry?
        var automatic: AutomaticRevisions?
    }

    let entries: [Entry]
    let comparison: ComparisonModel
    /// Why nothing can be rolled back here.
    let obstacle: RollbackObstacle?
    let olderPath: String?
    /// The address of the newest revisions; `nil` on that page.
    let newestPath: String?
    let command: String

    /// Shows the revisions of a page, newest first, and their policies. On the first page the first revision is the
    /// newest one; `hasMore` is whether there are older ones.
    init(
        _ revisions: [HistoryService.Revision], policies: [PolicySummary], current: PolicyRecord?, app: App,
        mayPublish: Bool, isFirstPage: Bool, hasMore: Bool, comparison: ComparisonModel, now: Date
    ) {
        let path = Place.history.path(of: app.slug)
        obstacle = RollbackObstacle(app: app, mayPublish: mayPublish)
        let summaries = Dictionary(policies.map { ($0.version, $0) }) { first, _ in first }
        let isStopped = obstacle != nil
        let inForce = isFirstPage ? revisions.first?.record.revision : nil
        var entries: [Entry] = []
        var automatic: [ManifestRecord] = []
        func endAutomatic() {
            if !automatic.isEmpty {
                entries.append(Entry(automatic: AutomaticRevisions(automatic, inForce: inForce, now: now)))
            }
            automatic = []
        }
        for revision in revisions {
            let record = revision.record
            guard record.cause == .publish || record.cause == .rollback else {
                automatic.append(record)
                continue
            }
            endAutomatic()
            let policy = summaries[record.policyVersion]
            let isEarlier = policy.map { $0.digest != current?.digest } ?? false
            entries.append(
                Entry(
                    publication: PublicationEntry(
                        revision, policy: policy, historyPath: path,
                        rollbackPath: isEarlier && !isStopped
                            ? RollbackModel.path(of: app.slug, to: record.policyVersion) : nil,
                        isInForce: record.revision == inForce
                            || record.policyVersion > 0 && record.policyVersion == current?.version, now: now)))
        }
        endAutomatic()
        self.entries = entries
        self.comparison = comparison
        let last = revisions.last?.record.revision
        olderPath = hasMore ? last.map { path + PathText.query([("before", "\($0)")]) } : nil
        newestPath = isFirstPage ? nil : path
        command = "airworthy history --app \(CommandText.word(app.slug))"
    }
}

/// A policy or envelope that somebody published.
struct PublicationEntry: Sendable {
    /// Such as `Policy 3`, or `Revision 3` for an app that CI signs.
    let title: String
    let revision: String
    let cause: String
    let author: String
    let issued: Moment
    let note: String?
    /// The reason for accepting errors.
    let forced: String?
    let isInForce: Bool
    /// The address of the comparison with the policy before.
    let comparePath: String?
    let rollbackPath: String?
    let hasActions: Bool
    let version: Int
    let prediction: PredictionModel?

    init(
        _ revision: HistoryService.Revision, policy: PolicySummary?, historyPath: String, rollbackPath: String?,
        isInForce: Bool, now: Date
    ) {
        let record = revision.record
        version = record.policyVersion
        title = record.policyVersion > 0 ? "Policy \(record.policyVersion)" : "Revision \(record.revision)"
        self.revision = "since revision \(record.revision)"
        cause = policy?.rollbackOf.map { "Policy \($0) again, rolled back" } ?? Words.capitalized(record.cause.verb)
        author = record.author
        issued = Moment(record.issuedAt, now: now)
        note = record.note
        forced = policy?.forced
        self.isInForce = isInForce
        self.rollbackPath = rollbackPath
        let base = policy?.base ?? 0
        comparePath =
            base > 0
            ? historyPath + PathText.query([("from", "\(base)"), ("to", "\(record.policyVersion)")]) + "#comparison"
            : nil
        hasActions = comparePath != nil || rollbackPath != nil
        prediction = revision.prediction.flatMap { PredictionModel($0, now: now) }
    }
}

/// Revisions between two publications, with the same policy, that the server made by itself.
struct AutomaticRevisions: Sendable {
    /// One of the revisions.
    struct Line: Sendable {
        let revision: Int
        let cause: String
        let issued: Moment
    }

    let summary: String
    let lines: [Line]
    let isInForce: Bool

    init(_ records: [ManifestRecord], inForce: Int?, now: Date) {
        lines = records.map {
            Line(revision: $0.revision, cause: $0.cause.verb, issued: Moment($0.issuedAt, now: now))
        }
        let catalogs = records.count { $0.cause == .catalog }
        let renewals = records.count - catalogs
        let parts = [
            catalogs > 0 ? "\(Figure.whole(catalogs)) for new releases" : nil,
            renewals > 0 ? "\(Figure.whole(renewals)) to renew \(renewals == 1 ? "its" : "their") lifetime" : nil,
        ].compactMap { $0 }
        summary = "\(Figure.count(records.count, "revision")) by the server itself: \(Words.list(parts))"
        isInForce = records.contains { $0.revision == inForce }
    }
}

extension ManifestRecord.Cause {
    /// The cause as the end of `It was …`.
    var verb: String {
        switch self {
        case .publish: "published"
        case .rollback: "rolled back"
        case .catalog: "reissued for new releases"
        case .renewal: "renewed"
        case .other(let word): word
        }
    }
}

/// Why a session cannot roll an app back.
struct RollbackObstacle: Sendable {
    let text: String
    /// The commands that do it elsewhere.
    let command: String?

    /// Returns `nil` if the session can.
    init?(app: App, mayPublish: Bool) {
        let slug = CommandText.word(app.slug)
        if app.signing == .ci {
            text =
                "CI signs this app’s revisions, so only CI can roll back: it signs the earlier policy with a higher revision, and "
                + "publishes the result."
            command = """
                airworthy sign --policy earlier.yaml --key online.key --app \(slug) --revision auto \\
                    --previous manifest.json --expires-in 30d -o manifest.json
                airworthy publish manifest.json --app \(slug)
                """
        } else if !mayPublish {
            text = Words.mayNotPublish(so: "it cannot roll back")
            command = nil
        } else {
            return nil
        }
    }
}
