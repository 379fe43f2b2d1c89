import AirworthyPolicy
import ControlPlane
import Foundation

extension Dashboard {
    /// The page that edits a policy, and the actions of its forms. All of them change a draft, never the policy in force.
    var editorRoutes: [PageRoute] {
        let path = "/apps/{app}/policy"
        return [
            .page(path, hasAdminRoute: true) { request in
                try await editorPage(try await editedPolicy(request.query["draft"], for: request), for: request)
            },
            // A character of the text may become three in a form.
            .action(path, right: .publish, longestForm: 3 * DraftService.longestText + 4_096) {
                try await saveText(for: $0)
            },
            .action("\(path)/card", right: .publish) { try await changeCard(for: $0) },
            .action("\(path)/remedy", right: .publish) { try await applyRemedy(for: $0) },
        ]
    }

    /// A change that cannot be made, because the page was made from another text.
    private static let outdated =
        "Nothing was changed, because the text was changed meanwhile, by somebody else or in another tab. This is how it is now; repeat the change if it is still wanted."

    // MARK: Actions

    private func saveText(for request: PageRequest) async throws -> PageAnswer {
        let (edited, state) = try await edited(by: request)
        guard let typed = request.form.raw("text") else {
            return try await editorPage(edited, for: request, problem: "The form had no text.", status: 422)
        }
        let text = Self.text(typed, like: edited.text)
        guard text != edited.text else { return .see(Self.path(of: edited.draft, in: request)) }
        // A press of the button that says so replaces the save that it names, and no later one.
        let replaced = request.form["replace"].flatMap(Int.init)
        let expected = EditorModel.State(draft: edited.draft?.id ?? "", edit: replaced ?? state.edit, base: state.base)
        do {
            return .see(
                Self.path(of: try await store(text, over: edited, expecting: expected, for: request)) + "done=saved")
        } catch let error as ControlPlaneError where Self.isLate(error) {
            let (stored, _) = try await self.edited(by: request)
            return try await editorPage(stored, for: request, typed: text, expected: state, status: 409)
        } catch let error as ControlPlaneError where error.kind == .tooLarge || error.kind == .invalid {
            return try await editorPage(
                edited, for: request, typed: text, expected: state, problem: Words.sentence(error.detail),
                status: 422)
        }
    }

    private func changeCard(for request: PageRequest) async throws -> PageAnswer {
        let (edited, state) = try await edited(by: request)
        let place = request.form["place"].flatMap(PolicyCard.Place.init(formText:))
        guard state == edited.state, let source = try? SourceText(edited.text) else {
            return try await editorPage(edited, for: request, problem: Self.outdated, status: 409)
        }
        do {
            var target = place
            let changed: SourceText
            do {
                switch request.form["action"] {
                case "remove":
                    guard let place else { throw FormProblem("The form names no card; load the page again.") }
                    changed = try source.removing(place)
                    target = nil
                case "add":
                    let intent = try CardFields.intent(in: request.form)
                    let added = try source.adding(
                        intent, message: try CardFields.message(in: request.form),
                        appStorePage: appStorePage(for: edited, of: request.app))
                    guard let added else {
                        throw FormProblem(
                            "It cannot be added: the policy has that feature, or its rules are no list.")
                    }
                    (changed, target) = (added.text, added.place)
                default:
                    guard let place, let card = source.cards.first(where: { $0.place == place }) else {
                        throw FormProblem("There is no such card; load the page again.")
                    }
                    let intent = try CardFields.intent(in: request.form, changing: card.intent)
                    let message = request.form.has("message") ? try CardFields.message(in: request.form) : nil
                    changed = try source.changing(place, to: intent, message: message)
                }
            } catch let error as DocumentError {
                throw FormProblem("It cannot be written: \(error.message)")
            }
            guard changed.bytes != edited.text else { return .see(Self.path(of: edited.draft, in: request)) }
            let draft = try await store(changed.bytes, over: edited, expecting: state, for: request)
            let anchor = changed.cards.firstIndex { $0.place == target }.map { "#card-\($0)" } ?? ""
            return .see(Self.path(of: draft) + "done=saved" + anchor)
        } catch let problem as FormProblem {
            return try await editorPage(
                edited, for: request,
                mistake: EditorModel.Mistake(
                    place: request.form["action"] == "add" ? nil : place, form: request.form, sentence: problem.text
                ),
                problem: problem.text, status: 422)
        } catch let error as ControlPlaneError where Self.isAnswered(error) {
            return try await refused(error, for: request)
        }
    }

    /// The page that a new rule leads to, because no release is known that would have a link: without both nobody is blocked.
    private func appStorePage(for edited: EditedPolicy, of app: String) -> String? {
        guard let served = try? plane.served.app(app), !served.knowsReleases else { return nil }
        return served.app.appStorePage(by: PolicyDocument.tolerant(edited.text))
    }

    private func applyRemedy(for request: PageRequest) async throws -> PageAnswer {
        let (edited, state) = try await edited(by: request)
        guard state == edited.state, let source = try? SourceText(edited.text) else {
            return try await editorPage(edited, for: request, problem: Self.outdated, status: 409)
        }
        let served = try plane.served.app(request.app)
        let finding = findings(of: edited.text, for: served).first {
            $0.code == request.form["code"] && $0.path == request.form.raw("path")
        }
        guard let finding, let remedy = Remedy(of: finding, in: source),
            let corrected = try? remedy.applied(to: source)
        else { return try await editorPage(edited, for: request, problem: Self.outdated, status: 409) }
        do {
            let draft = try await store(corrected.bytes, over: edited, expecting: state, for: request)
            return .see(Self.path(of: draft) + "done=saved#findings")
        } catch let error as ControlPlaneError where Self.isAnswered(error) {
            return try await refused(error, for: request)
        }
    }

    // MARK: Drafts

    /// Returns a draft, or the caller's own without a name, or the policy in force.
    private func editedPolicy(_ id: String?, for request: PageRequest) async throws -> EditedPolicy {
        if let id, !id.isEmpty { return EditedPolicy(try await plane.drafts.draft(id, of: request.app)) }
        if let own = try await plane.drafts.own(of: request.app, by: request.principal) { return EditedPolicy(own) }
        return EditedPolicy(try await currentPolicy(of: request.app), of: request.app)
    }

    /// Returns what a form changes, and the state that it was made from.
    private func edited(by request: PageRequest) async throws -> (EditedPolicy, EditorModel.State) {
        let form = request.form
        let state = EditorModel.State(
            draft: form["draft"] ?? "", edit: form["edit"].flatMap(Int.init) ?? -1,
            base: form["base"].flatMap(Int.init) ?? -1)
        do {
            return (try await editedPolicy(state.draft, for: request), state)
        } catch let error as ControlPlaneError where error.kind == .notFound && !state.draft.isEmpty {
            // It was published or deleted. What somebody typed is not lost for that.
            return (try await editedPolicy(nil, for: request), state)
        }
    }

    /// Saves a text in the draft, or begins one.
    private func store(
        _ text: [UInt8], over edited: EditedPolicy, expecting state: EditorModel.State, for request: PageRequest
    ) async throws -> Draft {
        guard let draft = edited.draft else {
            guard state.edit == 0 else {
                throw ControlPlaneError(.preconditionFailed, detail: "the draft was published or deleted meanwhile")
            }
            return try await plane.drafts.create(
                .init(text: text, base: state.base), of: request.app, by: request.principal)
        }
        return try await plane.drafts.save(
            draft.id, of: request.app, with: .init(text: text), expecting: state.edit, by: request.principal)
    }

    private static func isAnswered(_ error: ControlPlaneError) -> Bool {
        isLate(error) || error.kind == .invalid || error.kind == .tooLarge
    }

    /// Whether the draft was saved, begun or published meanwhile, by somebody else or in another tab.
    private static func isLate(_ error: ControlPlaneError) -> Bool {
        error.kind == .preconditionFailed || error.kind == .nameTaken
    }

    private func refused(
        _ error: ControlPlaneError, for request: PageRequest
    ) async throws -> PageAnswer {
        let isLate = Self.isLate(error)
        return try await editorPage(
            try await edited(by: request).0, for: request,
            problem: isLate ? Self.outdated : Words.sentence(error.detail), status: isLate ? 409 : 422)
    }

    /// The text of a form with the line ends of another text, because browsers send two characters for each.
    private static func text(_ typed: String, like old: [UInt8]) -> [UInt8] {
        let lines = typed.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }
        let end: [UInt8] = old.contains(UInt8(ascii: "\r")) ? Array("\r\n".utf8) : Array("\n".utf8)
        return Array(lines.joined(separator: end))
    }

    /// The address of the editor with a draft, ready for a further field of the query.
    private static func path(of draft: Draft) -> String {
        let path = Place.policy.path(of: draft.app)
        return draft.name.isEmpty ? path + "?" : path + PathText.query([("draft", draft.id)]) + "&"
    }

    private static func path(of draft: Draft?, in request: PageRequest) -> String {
        guard let draft else { return Place.policy.path(of: request.app) }
        return String(path(of: draft).dropLast())
    }

    // MARK: The page

    private func editorPage(
        _ edited: EditedPolicy, for request: PageRequest, typed: [UInt8]? = nil,
        expected: EditorModel.State? = nil, mistake: EditorModel.Mistake? = nil, problem: String? = nil,
        status: Int = 200
    ) async throws -> PageAnswer {
        let served = try plane.served.app(request.app)
        let standing: DraftService.Standing? =
            if let draft = edited.draft {
                try await plane.drafts.comparison(of: DraftRecord(draft: draft, text: edited.text))
            } else {
                nil
            }
        let model = EditorModel(
            edited, typed: typed, mistake: mistake, problem: problem,
            findings: findings(of: typed ?? edited.text, for: served),
            census: try await plane.adoption.census(request.app, days: AdoptionLimit.usualDays),
            catalog: served.catalog?.catalog ?? .empty, standing: standing,
            drafts: try await plane.drafts.list(request.app), app: served.app,
            mayPublish: request.principal.rights.contains(.publish), query: request.query, expected: expected,
            now: now())
        return try page(model, at: .policy, of: served.app, for: request, status: status)
    }

    /// What is wrong with a text.
    private func findings(of text: [UInt8], for served: ServedApp) -> [Finding] {
        do throws(ControlPlaneError) {
            let document = try PolicyDocument(text)
            try document.checkIsMeant(for: served.app)
            return document.findings(for: served.app, with: served.catalog?.catalog, at: now())
        } catch {
            guard error.findings.isEmpty else { return error.findings }
            return [
                Finding(code: "unusable", severity: .error, path: "", message: Words.sentence(error.detail))
            ]
        }
    }
}
