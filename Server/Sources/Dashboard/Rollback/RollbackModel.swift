import AirworthyPolicy
import ControlPlane
import Foundation

/// The content of the page that asks whether to roll back.
struct RollbackModel: Sendable {
    /// What somebody typed into the form.
    struct Form: Hashable, Sendable {
        var note = ""
        var noteProblem: String?
        /// The error of publishing.
        var problem: String?
    }

    /// The note of the policy that is taken back.
    struct Reason: Sendable {
        let version: Int
        let note: String
    }

    let path: String
    let historyPath: String
    let to: Int
    /// The entity tag of the policy in force, which nobody else may replace meanwhile.
    let expected: String
    let target: PublishedPolicy
    let current: PublishedPolicy?
    let difference: PolicyDifference?
    let impact: ImpactModel?
    /// Why the effect cannot be predicted.
    let impactProblem: String?
    let findings: [FindingLine]
    /// Why it cannot be rolled back.
    let obstacle: RollbackObstacle?
    let isInForce: Bool
    /// Why the policy in force was published; `nil` if nobody said so.
    let reason: Reason?
    let speed = Words.speed
    /// Whether there is something to confirm.
    let isPossible: Bool
    let form: Form
    let conflict: ConflictModel?
    let command: String

    /// Shows a policy to restore with the difference from the one in force, the predicted result of publishing it (the
    /// error if there is none), what somebody typed in the form, and what happened meanwhile.
    init(
        to target: PolicyRecord, from current: PolicyRecord?, diff: PolicyDiff?,
        preflight: Result<PublishingService.Preflight, ControlPlaneError>, app: App, mayPublish: Bool,
        form: Form = Form(), conflict: ConflictModel? = nil, now: Date
    ) {
        path = Self.path(of: app.slug)
        historyPath = Place.history.path(of: app.slug)
        to = target.version
        expected = current?.entityTag ?? ""
        self.target = PublishedPolicy(target, now: now)
        self.current = current.map { PublishedPolicy($0, now: now) }
        difference = diff.map { PolicyDifference($0, from: current, to: target.text, now: now) }
        reason = current.flatMap { current in
            current.note.flatMap { $0.isEmpty ? nil : Reason(version: current.version, note: $0) }
        }
        obstacle = RollbackObstacle(app: app, mayPublish: mayPublish)
        isInForce = current?.digest == target.digest
        isPossible = obstacle == nil && !isInForce
        switch preflight {
        case .success(let preflight):
            impact = ImpactModel(preflight.impact, now: now)
            impactProblem = nil
            findings = preflight.findings.filter { $0.severity == .error }.map(FindingLine.init)
        case .failure(let error):
            impact = nil
            // The obstacle says it.
            impactProblem =
                error.kind == .signedElsewhere
                ? nil : "Its effect cannot be predicted: \(error.detail). It can be restored nevertheless."
            findings = error.findings.filter { $0.severity == .error }.map(FindingLine.init)
        }
        self.form = form
        self.conflict = conflict
        command =
            "airworthy rollback --app \(CommandText.word(app.slug)) --to-policy \(target.version)"
            + CommandText.option("--note", form.note)
    }

    /// The address of the page with its query; without a version that of its form.
    static func path(of app: String, to version: Int? = nil) -> String {
        Place.overview.path(of: app) + "/rollback" + PathText.query([("to", version.map(String.init))])
    }
}

/// A publication of somebody else between the page and its form.
struct ConflictModel: Sendable {
    /// The policy that is in force now; `nil` if none is.
    let current: PublishedPolicy?
    /// The address of the differences to the policy that the page saw; `nil` if it saw none.
    let comparePath: String?

    /// Creates the conflict; `nil` if the page saw the policy in force. `seen` is the entity tag that it saw; empty for
    /// none.
    init?(current: PolicyRecord?, seen: String, app: String, now: Date) {
        guard seen != current?.entityTag ?? "" else { return nil }
        self.current = current.map { PublishedPolicy($0, now: now) }
        // A tag begins with the version.
        let version = seen.prefix { $0.isASCII && $0.isNumber }
        comparePath = current.flatMap { current in
            guard let from = Int(version), from > 0, from < current.version else { return nil }
            return Place.history.path(of: app)
                + PathText.query([("from", "\(from)"), ("to", "\(current.version)")]) + "#comparison"
        }
    }
}

/// A published policy with its author.
struct PublishedPolicy: Sendable {
    let version: Int
    let author: String
    let created: Moment
    let note: String?

    init(_ record: PolicyRecord, now: Date) {
        version = record.version
        author = record.author
        created = Moment(record.createdAt, now: now)
        note = record.note
    }
}
