import AirworthyPolicy

/// Makes the changes of a plan, app after app.
///
/// Each write carries the version that the plan saw. The versions are read again before the first write of an app, so that
/// an app that somebody else changed in between is left as a whole.
struct ApplyRun {
    let client: APIClient
    let note: String?
    /// The reason for publishing policies that the server refuses.
    let reason: String?

    /// The changes that were made, in order.
    private(set) var results: [ApplyResult] = []

    /// The limits that policies have to keep.
    private let impact: ImpactOptions

    init(client: APIClient, note: String?, reason: String?, impact: ImpactOptions) {
        (self.client, self.note, self.reason, self.impact) = (client, note, reason, impact)
    }

    /// Throws an error unless the token has the rights for all changes.
    func checkRights(for plans: [AppPlan]) async throws {
        let identity = try await client.send(.get("whoami")).json
        let name = (identity["name"]?.stringValue ?? "").printable
        guard let rights = identity["rights"]?.arrayValue?.compactMap(\.stringValue) else { return }
        for plan in plans {
            if let missing = plan.rights.first(where: { !rights.contains($0) }) {
                throw ToolError.noPermission(
                    "nothing was changed: the token \"\(name)\" lacks the right `\(missing)`, which the "
                        + "\(plan.summary) of \(plan.app) need\(plan.summary.contains(",") ? "" : "s")")
            }
            if plan.isNew, identity["apps"]?.arrayValue != nil {
                throw ToolError.noPermission(
                    "nothing was changed: the token \"\(name)\" is limited to some apps, so it cannot create \(plan.app)"
                )
            }
        }
    }

    /// Applies the changes of one app. After an error, ``results`` has those that were made before.
    mutating func apply(_ plan: AppPlan) async throws {
        try await recheck(plan)
        if case .creation(let body) = plan.settings { try await create(plan.app, body: body) }
        // The catalog comes before changed settings: these merge it again, and its entity tag would no longer hold.
        if let change = plan.catalog { try await importCatalog(change, plan: plan) }
        if case .update(let changes, let tag) = plan.settings {
            try await update(plan.app, changes: changes, over: tag)
        }
        switch plan.publication {
        case nil: break
        case .policy(let source, let report): try await publish(source, report: report, plan: plan)
        case .manifest(let signed, _, let tag, _):
            let request = APIRequest.put("apps", plan.app, "manifest").sending(signed.file.bytes)
                .expecting(tag).adding(query: "note", value: note)
            let limited = plan.isNew ? request : request.keeping(impact)
            add(.manifest, to: plan.app, answer: try await client.send(limited).json)
        }
    }

    /// Throws an error if anything that the plan is based on has changed since.
    private func recheck(_ plan: AppPlan) async throws {
        guard !plan.isNew, plan.rights.count > 1 else { return }
        if case .update(_, let tag) = plan.settings {
            try require(tag, is: try await client.send(.get("apps", plan.app)).entityTag, of: "settings", plan: plan)
        }
        if let catalog = plan.catalog {
            let tag = try await client.catalogResponse(of: plan.app)?.entityTag
            try require(catalog.entityTag, is: tag, of: "catalog", plan: plan)
        }
        switch plan.publication {
        case nil: break
        case .policy(_, let report):
            let request = APIRequest.get("apps", plan.app, "policy")
            let tag = try await client.response(to: request, missing: "nothing-published")?.entityTag
            try require(report.entityTag, is: tag, of: "policy", plan: plan)
        case .manifest(_, _, let tag, _):
            let known = try await ServerApp(plan.app, from: client)
            try require(tag, is: known.digestTag, of: "manifest", plan: plan)
        }
    }

    /// What to do about a change of somebody else, whom the next run would overrule.
    static func advice(_ app: String) -> String {
        "take it into the folder with `airworthy pull FOLDER --app \(app)`, or run the command again to see the new plan"
    }

    private func require(_ seen: String?, is tag: String?, of what: String, plan: AppPlan) throws(ToolError) {
        guard seen == tag else {
            throw .temporaryFailure(
                "somebody else changed the \(what) of \(plan.app) after the plan was made; \(Self.advice(plan.app))")
        }
    }

    private mutating func create(_ app: String, body: JSONObject) async throws {
        let request = APIRequest.post("apps").sending(.object(body))
        do throws(APIError) {
            add(.creation, to: app, answer: try await client.send(request).json)
        } catch {
            guard error.isProblem("slug-taken") else { throw error }
            throw ToolError.temporaryFailure(
                "somebody else created \(app) after the plan was made, or its name was in use; run the command again")
        }
    }

    private mutating func update(_ app: String, changes: [SettingChange], over tag: String?) async throws {
        let body = JSONObject(changes.map { .init(key: $0.key, value: $0.new) })
        let request = APIRequest.patch("apps", app).sending(.object(body)).adding(header: "If-Match", value: tag)
        add(.settings, to: app, answer: try await client.send(request).json)
    }

    private mutating func importCatalog(_ change: AppPlan.Import, plan: AppPlan) async throws {
        let import_ = APIRequest.put("apps", plan.app, "catalog").sending(change.file.text)
        // Nobody has seen the catalog of an app that was created a moment ago; the server may have asked Apple meanwhile.
        let request = plan.isNew ? import_ : import_.expecting(change.entityTag)
        let answer = try await client.send(request, reportingOn: change.file.sourceDocument).json
        results.append(
            ApplyResult(app: plan.app, change: .catalog, answer: answer, isPublishedNext: plan.publication != nil))
    }

    private mutating func publish(_ source: PolicySource, report: PreflightReport, plan: AppPlan) async throws {
        let request = APIRequest.publish(
            source.text, to: plan.app, over: report.entityTag, note: note, reason: report.isRefused ? reason : nil)
        // Nobody has a new app yet, so nobody can be hit.
        let limited = plan.isNew ? request : request.keeping(impact)
        add(.policy, to: plan.app, answer: try await client.send(limited, reportingOn: source.sourceDocument).json)
    }

    private mutating func add(_ change: ApplyResult.Change, to app: String, answer: JSONValue) {
        results.append(ApplyResult(app: app, change: change, answer: answer))
    }
}

/// A change that was made.
struct ApplyResult {
    enum Change: String { case creation, settings, catalog, policy, manifest }

    let app: String
    let change: Change
    let answer: JSONValue
    /// Whether a policy is published next, which takes an imported catalog along.
    var isPublishedNext = false

    /// Such as `hashtags: policy 8, revision 43`.
    var line: String {
        let what =
            switch change {
            case .creation: "created"
            case .settings: "settings changed"
            case .catalog: "catalog imported"
            case .policy: "policy \(number("policyVersion")) published, revision \(number("revision"))"
            case .manifest: "manifest published, revision \(number("revision"))"
            }
        return "\(app): \(what)"
    }

    private func number(_ key: String) -> String { answer[key]?.intValue.map(String.init) ?? "?" }

    func lines(style: TerminalStyle) -> [String] {
        switch change {
        case .creation, .settings:
            let notes = (answer["notes"]?.arrayValue ?? []).compactMap(\.stringValue).map { "  note: \($0)".printable }
            return [style(change == .creation ? "CREATED" : "CHANGED", as: .green, .bold) + "  \(app)"] + notes
        case .catalog:
            return CatalogChangeReport(
                app: app, json: answer, verb: "IMPORTED", isPublishedNext: isPublishedNext, style: style
            ).lines
        case .policy, .manifest:
            let report = PublicationReport(app: app, publication: answer, verb: "PUBLISHED", style: style)
            return report.lines + [report.advice]
        }
    }

    var jsonValue: JSONValue { ["app": .string(app), "change": .string(change.rawValue), "answer": answer] }
}
