import AirworthyPolicy
import ControlPlane
import Foundation

/// The policy that the editor shows: a draft, or the policy in force until something is changed.
struct EditedPolicy: Sendable {
    /// The draft; `nil` before the first change.
    let draft: Draft?
    let text: [UInt8]
    /// The version of the policy that the text started from; 0 if none was in force.
    let base: Int

    init(_ record: DraftRecord) {
        draft = record.draft
        text = record.text
        base = record.draft.base
    }

    /// Describes the policy in force; without one there are no rules.
    init(_ current: PolicyRecord?, of app: String) {
        draft = nil
        base = current?.version ?? 0
        let name = JSONValue.string(app).jsonText()
        text = current?.text ?? Array("{\n  \"schema\": 1,\n  \"app\": \(name),\n  \"rules\": []\n}\n".utf8)
    }

    var state: EditorModel.State { EditorModel.State(draft: draft?.id ?? "", edit: draft?.edit ?? 0, base: base) }
}

/// The content of the page that edits a policy.
struct EditorModel: Sendable {
    /// What forms send back, so that nobody's change is overwritten.
    struct State: Hashable, Sendable {
        /// The id of the draft; empty before the first change.
        let draft: String
        let edit: Int
        let base: Int
    }

    /// A finding at its line.
    struct Line: Sendable {
        let finding: FindingLine
        /// The line in the text; `nil` without one.
        let line: Int?
        /// The correction that the editor can make; `nil` if only a person can.
        let remedy: String?
        let code: String
        let findingPath: String
    }

    /// A rule or feature.
    struct Card: Sendable {
        let anchor: String
        /// The place in forms, such as `rule:2`.
        let place: String
        let title: String
        let style: String
        let id: String?
        let sentence: String?
        let matches: String?
        let line: Int
        let lines: String
        /// The text of a card that has no form.
        let text: [String]
        let isOwn: Bool
        let fields: CardFields?
        let problem: String?
        let isOpen: Bool
    }

    /// A form that adds a card.
    struct Addition: Sendable {
        let anchor: String
        let title: String
        let hint: String
        let fields: CardFields
        let problem: String?
        let isOpen: Bool
    }

    /// The number of a line.
    struct Number: Sendable {
        let number: Int
        /// Whether links lead to the line.
        let isTarget: Bool
        let style: String
    }

    /// A newer policy than the one that the draft started from.
    struct Standing: Sendable {
        let conflict: DraftConflictModel
        let path: String
        let edit: Int
    }

    /// A save of somebody else, or in another tab, which this text would have overwritten.
    struct Clash: Sendable {
        let edit: Int
        let text: LineDiff
    }

    /// Another draft of the app.
    struct Other: Sendable {
        let title: String
        let path: String
    }

    /// A card that somebody filled in wrongly.
    struct Mistake: Sendable {
        /// The place of the card; `nil` for a new one.
        let place: PolicyCard.Place?
        let form: FormFields
        let sentence: String
    }

    private static let mostNumbers = 5_000
    private static let mostOthers = 10
    fileprivate static let mostCardLines = 30

    let path: String
    let state: State
    let draftTitle: String?
    let saved: Moment?
    /// The address that shows the effect of the draft; `nil` before the first change.
    let publishPath: String?
    /// The other drafts of the app.
    let others: [Other]
    /// Why nothing can be changed; `nil` if it can.
    let obstacle: String?
    let mayEdit: Bool
    /// Why the last change was not made.
    let problem: String?
    let clash: Clash?
    let standing: Standing?
    let findings: [Line]
    let verdict: String
    let cards: [Card]
    /// Why there are no cards; `nil` if there could be some.
    let cardsProblem: String?
    let origin: String?
    let additions: [Addition]
    let text: String
    let rows: Int
    let numbers: [Number]

    /// Creates the editor of a stored text. `typed` is a text that could not be saved, because the draft was saved
    /// meanwhile, and `expected` the state that its form was made from; `mistake` is a card that was filled in wrongly;
    /// `problem` says why the last change was not made. The findings are of the text that is shown, the census is `nil`
    /// if it is not known, and the query may begin a card.
    init(
        _ edited: EditedPolicy, typed: [UInt8]? = nil, mistake: Mistake? = nil, problem: String? = nil,
        findings: [Finding], census: AdoptionService.Census?, catalog: Catalog, standing: DraftService.Standing?,
        drafts: [Draft] = [], app: App, mayPublish: Bool, query: FormFields, expected: State? = nil, now: Date
    ) {
        let bytes = typed ?? edited.text
        let draft = edited.draft
        path = Place.policy.path(of: app.slug)
        state = typed == nil ? edited.state : expected ?? edited.state
        draftTitle = draft.map { Words.capitalized($0.title) }
        saved = draft.map { Moment($0.updatedAt, now: now) }
        publishPath = draft.map(PublishModel.path)
        others = drafts.filter { $0.id != draft?.id }.prefix(Self.mostOthers).map {
            Other(
                title: Words.capitalized($0.title),
                path: Place.policy.path(of: app.slug) + PathText.query([("draft", $0.id)]))
        }
        obstacle = Self.obstacle(app: app, mayPublish: mayPublish)
        let mayEdit = obstacle == nil
        self.mayEdit = mayEdit
        self.problem = problem
        clash =
            problem != nil
            ? nil
            : typed.map { typed in
                Clash(
                    edit: edited.state.edit,
                    text: LineDiff(
                        from: String(decoding: edited.text, as: UTF8.self), to: String(decoding: typed, as: UTF8.self)))
            }
        self.standing = draft.flatMap { draft in
            standing.flatMap { DraftConflictModel($0, mayPublish: mayPublish, now: now) }.map {
                Standing(conflict: $0, path: PublishModel.path(of: draft), edit: draft.edit)
            }
        }
        var source: SourceText?
        var cardsProblem: String?
        do throws(DocumentError) {
            source = try SourceText(bytes)
            if typed != nil { cardsProblem = "The cards follow when it is decided which text stays." }
        } catch {
            cardsProblem = "The cards follow when line \(error.position.line) of the text is JSON: \(error.message)"
        }
        self.cardsProblem = cardsProblem
        let mayCorrect = mayEdit && typed == nil
        self.findings = findings.map { finding in
            let remedy = mayCorrect ? source.flatMap { Remedy(of: finding, in: $0) } : nil
            return Line(
                finding: FindingLine(finding), line: finding.position?.line, remedy: remedy?.label,
                code: finding.code, findingPath: finding.path)
        }
        verdict = Self.verdict(findings)
        let policy = PolicyReader.read(json: bytes).policy
        let matches: RuleMatches? = policy.flatMap { policy in
            census.map { RuleMatches(policy: policy, catalog: catalog, app: app.slug, census: $0, now: now) }
        }
        origin = matches.flatMap { $0.installations > 0 ? "Counted among \($0.origin)." : nil }
        let all = cardsProblem == nil ? source?.cards ?? [] : []
        let surroundings = CardFields.Surroundings(
            language: source?.defaultLanguage ?? "en", hasAndroid: app.platforms.contains(.android))
        cards = all.enumerated().map { index, card in
            Card(
                card, number: index, in: source, with: surroundings, policy: policy, matches: matches, mistake: mistake,
                mayEdit: mayEdit, now: now)
        }
        additions =
            mayEdit && cardsProblem == nil
            ? Self.additions(query: query, mistake: mistake, in: surroundings, now: now) : []
        text = String(decoding: bytes, as: UTF8.self)
        let count = min(bytes.count { $0 == UInt8(ascii: "\n") } + 1, Self.mostNumbers)
        rows = max(12, count)
        var styles: [Int: String] = [:]
        for finding in findings.reversed() {
            guard let line = finding.position?.line else { continue }
            styles[line] = finding.severity == .error ? "bad" : styles[line] == "bad" ? "bad" : "warn"
        }
        let starts = Set(all.map(\.lines.lowerBound))
        numbers = (1...count).map { line in
            Number(number: line, isTarget: starts.contains(line) || styles[line] != nil, style: styles[line] ?? "")
        }
    }

    private static func obstacle(app: App, mayPublish: Bool) -> String? {
        if app.signing == .ci {
            return "CI signs this app’s policies, so they are changed in its repository and not here."
        }
        return mayPublish
            ? nil
            : Words.mayNotPublish(so: "nothing can be changed here")
    }

    private static func verdict(_ findings: [Finding]) -> String {
        let (errors, warnings) = (findings.total(.error), findings.total(.warning))
        guard errors + warnings > 0 else { return "No errors and no warnings." }
        let parts = [
            errors > 0 ? Figure.count(errors, "error") : nil, warnings > 0 ? Figure.count(warnings, "warning") : nil,
        ]
        return "\(Words.list(parts.compactMap { $0 }))."
    }

    private static func additions(
        query: FormFields, mistake: Mistake?, in surroundings: CardFields.Surroundings, now: Date
    ) -> [Addition] {
        func value(_ name: String) -> String { String((query[name] ?? "").prefix(200)) }
        let intents: [PolicyCard.Intent] = [
            .block(versions: value("block").isEmpty ? [] : [value("block")]), .minimum(version: value("minimum")),
            .suggest(remind: nil, isSkippable: true),
            .rollout(share: JSONNumber(value("rollout")) ?? JSONNumber(10), remind: nil, isSkippable: true),
            .maintenance(
                until: value("maintenance").isEmpty
                    ? Timestamp.format(
                        Date(timeIntervalSince1970: (now.timeIntervalSince1970 / 3_600).rounded(.up) * 3_600 + 3_600))
                    : value("maintenance")),
            .exempt(.versions(value("exempt").isEmpty ? [] : [value("exempt")])),
            .feature(key: value("feature"), isOn: false, opposite: ["debug", "testflight"]),
        ]
        return intents.map { intent in
            let kind = intent.kind.rawValue
            let wrong = mistake.flatMap { $0.place == nil && $0.form["kind"] == kind ? $0 : nil }
            return Addition(
                anchor: "new-\(kind)", title: intent.kind.title, hint: intent.kind.hint,
                fields: wrong.map { CardFields($0.form, in: surroundings) } ?? CardFields(intent, in: surroundings),
                problem: wrong?.sentence, isOpen: wrong != nil || mistake == nil && query.has(kind))
        }
    }
}

extension EditorModel.Card {
    fileprivate init(
        _ card: PolicyCard, number: Int, in source: SourceText?, with surroundings: CardFields.Surroundings,
        policy: Policy?, matches: RuleMatches?,
        mistake: EditorModel.Mistake?, mayEdit: Bool, now: Date
    ) {
        anchor = "card-\(number)"
        place = card.place.formText
        title = card.intent.kind.title
        id = card.id
        line = card.lines.lowerBound
        lines = card.lines.count == 1 ? "line \(line)" : "lines \(line) to \(card.lines.upperBound)"
        isOwn = card.intent == .own
        let range = source?.node(at: card.place.path)?.range
        let shown = isOwn ? range.flatMap { source?.text(of: $0) } ?? "" : ""
        let all = shown.split(omittingEmptySubsequences: false) { $0.isNewline }
        text =
            all.prefix(EditorModel.mostCardLines).map { VisibleText.line($0) }
            + (all.count > EditorModel.mostCardLines ? ["…"] : [])
        switch card.place {
        case .rule(let index):
            let rule = policy.flatMap { $0.rules.indices.contains(index) ? $0.rules[index] : nil }
            sentence = rule?.sentence(at: now)
            style = rule?.kind(at: now) ?? ""
            self.matches = matches?.words(of: index)
        case .feature:
            sentence = Self.sentence(of: card.intent)
            style = ""
            self.matches = nil
        }
        let wrong = mistake.flatMap { $0.place == card.place ? $0 : nil }
        fields =
            mayEdit && !isOwn
            ? wrong.map { CardFields($0.form, in: surroundings) } ?? CardFields(card, in: surroundings) : nil
        problem = wrong?.sentence
        isOpen = wrong != nil
    }

    private static func sentence(of intent: PolicyCard.Intent) -> String? {
        guard case .feature(_, let isOn, let opposite, let share) = intent else { return nil }
        if let share {
            return "\(isOn ? "Hidden" : "Shown") on a random \(share.text)\u{A0}% of the devices, "
                + "\(isOn ? "shown" : "hidden") elsewhere."
        }
        guard !opposite.isEmpty else { return isOn ? "Shown everywhere." : "Hidden everywhere." }
        let places = Words.list(opposite.map { Channel($0).words })
        return "\(isOn ? "Hidden" : "Shown") \(places), \(isOn ? "shown" : "hidden") elsewhere."
    }
}

extension PolicyCard.Place {
    /// The place in forms, such as `rule:2`.
    var formText: String {
        switch self {
        case .rule(let index): "rule:\(index)"
        case .feature(let key): "feature:\(key)"
        }
    }

    /// Reads a place of a form; `nil` for anything else.
    init?(formText text: String) {
        if text.hasPrefix("rule:"), let index = Int(text.dropFirst(5)), index >= 0 {
            self = .rule(index)
        } else if text.hasPrefix("feature:") {
            self = .feature(String(text.dropFirst(8)))
        } else {
            return nil
        }
    }
}

extension PolicyCard.Kind {
    var title: String {
        switch self {
        case .block: "Block versions"
        case .minimum: "Set a minimum"
        case .suggest: "Suggest the newest"
        case .rollout: "Roll out step by step"
        case .maintenance: "Maintenance"
        case .exempt: "Exempt"
        case .feature: "Feature"
        case .own: "Own rule"
        }
    }

    /// What the intent does, for somebody who adds it.
    var hint: String {
        switch self {
        case .block: "Installations of exactly these versions must update."
        case .minimum: "Installations below this version must update."
        case .suggest: "Older installations are asked to update, and may go on."
        case .rollout:
            "A random share of the older installations is asked to update. Raise it step by step: who was asked stays in."
        case .maintenance:
            "Every installation waits until then, for at most \(Int(Manifest.longestMaintenance / 86_400)) days."
        case .exempt: "These installations are left alone, whatever the rules below say."
        case .feature:
            "Switch a feature on for some channels, for example before it is finished, or for a share of the devices."
        case .own: ""
        }
    }
}
