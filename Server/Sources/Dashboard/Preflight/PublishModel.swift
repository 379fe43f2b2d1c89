import AirworthyFleet
import AirworthyPolicy
import AirworthySupport
import ControlPlane
import Foundation

/// The content of the page that asks whether to publish a draft.
struct PublishModel: Sendable {
    /// What somebody typed into the form.
    struct Form: Hashable, Sendable {
        /// The note; that of the draft until somebody changes it.
        var note: String?
        var noteProblem: String?
        var reason = ""
        /// What is wrong with the reason for publishing errors.
        var reasonProblem: String?
        var confirmation = ""
        /// What is wrong with the number that confirms.
        var confirmationProblem: String?
        /// The error of publishing.
        var problem: String?
    }

    /// The number that somebody has to type, because so many installations will be blocked.
    struct Confirmation: Sendable {
        let number: Int
        let sentence: String
    }

    let path: String
    /// The address of the page to go back to.
    let backPath: String
    /// The name of the draft at the start of a sentence.
    let title: String
    let author: String
    let saved: Moment
    let edit: Int
    /// The policy that the draft started from.
    let base: PublishedPolicy?
    let note: String
    let difference: PolicyDifference?
    let impact: ImpactModel?
    /// Why the effect cannot be predicted, and the draft not be published.
    let obstacle: String?
    let findings: [FindingLine]
    /// Whether there are errors, which only a reason overrules.
    let isRefused: Bool
    let changesNothing: Bool
    let mayPublish: Bool
    let speed = Words.speed
    let reader = Words.mayNotPublish(so: "it can only look")
    /// Whether there is something to confirm.
    let isPossible: Bool
    let confirmation: Confirmation?
    let form: Form
    let conflict: DraftConflictModel?
    let command: String

    /// Shows a draft beside the policy in force, with the predicted result of publishing it (the error if there is
    /// none) and what somebody typed in the form.
    init(
        _ record: DraftRecord, standing: DraftService.Standing,
        preflight: Result<PublishingService.Preflight, ControlPlaneError>, mayPublish: Bool, form: Form = Form(),
        now: Date
    ) {
        let draft = record.draft
        path = Self.path(of: draft)
        backPath = Place.policy.path(of: draft.app)
        title = draft.title
        author = draft.author
        saved = Moment(draft.updatedAt, now: now)
        edit = draft.edit
        base = standing.base.map { PublishedPolicy($0, now: now) }
        note = form.note ?? draft.note ?? ""
        self.mayPublish = mayPublish
        self.form = form
        conflict = DraftConflictModel(standing, mayPublish: mayPublish, now: now)
        switch preflight {
        case .success(let preflight):
            // To a policy that the draft does not contain, they would show its changes being taken back.
            let isComparable = !standing.isOutdated
            difference =
                isComparable
                ? PolicyDifference(preflight.diff, from: standing.current, to: record.text, now: now) : nil
            impact = isComparable ? ImpactModel(preflight.impact, now: now) : nil
            findings = preflight.findings.map(FindingLine.init)
            (isRefused, changesNothing, obstacle) = (preflight.isRefused, preflight.changesNothing, nil)
            confirmation = Self.confirmation(for: preflight)
        case .failure(let error):
            (difference, impact, confirmation) = (nil, nil, nil)
            findings = error.findings.map(FindingLine.init)
            (isRefused, changesNothing) = (true, false)
            obstacle = "It cannot be published as it is: " + error.detail + "."
        }
        isPossible = mayPublish && !standing.isOutdated && obstacle == nil && !changesNothing
        let slug = CommandText.word(draft.app)
        command =
            "airworthy drafts show \(draft.id) --app \(slug) --text > policy.json\n"
            + "airworthy publish policy.json --app \(slug)\(CommandText.option("--note", note))"
    }

    /// Returns the number that has to be typed; `nil` if few enough installations will be newly blocked.
    static func confirmation(for preflight: PublishingService.Preflight) -> Confirmation? {
        let moments = [preflight.impact.today] + preflight.impact.later
        guard let impact = moments.max(by: { $0.newlyBlocked < $1.newlyBlocked }),
            ImpactLimits.isGrave(impact.newlyBlocked, of: impact.installations)
        else { return nil }
        let share = Figure.share(impact.newlyBlocked, of: impact.installations)
        let who = Figure.count(impact.newlyBlocked, "installation")
        let date =
            impact.date > preflight.impact.today.date ? ", from \(Moment.text(impact.date, withTime: true)) on" : ""
        return Confirmation(
            number: impact.newlyBlocked,
            sentence: "This will newly block \(who), \(share) of all\(date). Type their number to confirm.")
    }

    /// The address of the page, and of its form.
    static func path(of draft: Draft) -> String {
        Place.overview.path(of: draft.app) + "/publish/" + PercentEncoding.encode(draft.id)
    }
}
