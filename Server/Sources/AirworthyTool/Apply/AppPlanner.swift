import AirworthyPolicy
import ControlPlane

/// Compares the folder of an app with the server. Changes nothing.
struct AppPlanner {
    let folder: AppFolder
    let client: APIClient
    /// The days whose installations the impact of a policy is computed for.
    let days: Int
    let style: TerminalStyle

    private var app: String { folder.app }

    func plan() async throws -> AppPlan {
        guard let known = try await known() else { return try newApp() }
        var settings: AppPlan.Settings?
        let changes = try folder.settings?.changes(to: known.json) ?? []
        if !changes.isEmpty { settings = .update(changes, over: known.entityTag) }
        let catalog = try await importing()
        let plan = try await publication(
            in: known, settings: settings == nil ? nil : folder.settings, catalog: catalog)
        return AppPlan(
            app: app, settings: settings, catalog: catalog, publication: plan.publication, unchanged: plan.unchanged)
    }

    /// Returns the app on the server; `nil` if it does not exist and the folder has its settings.
    private func known() async throws -> ServerApp? {
        do throws(APIError) {
            return try await ServerApp(app, from: client)
        } catch {
            guard error.isProblem("not-found") else { throw error }
            guard let settings = folder.settings else {
                throw ToolError.missingFile(
                    "\(app): no such app on the server, or not one of the token's apps; to create it, write app.yaml")
            }
            guard settings.members["bundleID"] != nil else {
                throw ToolError.badData("\(settings.name): the app is new on the server; write its bundleID")
            }
            return nil
        }
    }

    private func importing() async throws -> AppPlan.Import? {
        guard let file = folder.catalog else { return nil }
        let request = APIRequest.post("apps", app, "catalog", "preflight").sending(file.text).adviceIfLost("try again")
        let preflight = try await client.send(request, reportingOn: file.sourceDocument).json
        return preflight["changesNothing"]?.boolValue ?? false ? nil : AppPlan.Import(file: file, preflight: preflight)
    }

    private typealias Outcome = (publication: AppPlan.Publication?, unchanged: PreflightReport?)

    private func publication(
        in known: ServerApp, settings: AppSettingsFile?, catalog: AppPlan.Import?
    ) async throws -> Outcome {
        switch folder.publication {
        case nil: return (nil, nil)
        case .signed(let signed, let manifest):
            try known.requireSignedByCI()
            let published = try await known.response(from: client)
            if published?.body == signed.file.bytes { return (nil, nil) }
            let before = try published.map(known.manifest) ?? Manifest(policy: Policy(rules: []))
            // The server would check it by the settings that are replaced before.
            let impact = settings == nil ? try await effect(of: signed) : nil
            let diff = PolicyDiff(from: before, to: manifest)
            return (.manifest(signed, diff, over: known.digestTag, impact: impact), nil)
        case .policy(let source):
            guard !known.isSignedByCI else {
                throw ToolError.badData(
                    "\(source.file.name): CI signs this app; write the output of `airworthy sign` to manifest.json")
            }
            var json = try await preflight(source, settings: settings, known: known)
            if settings != nil || catalog != nil, json["changesNothing"] != true {
                // The server checked it beside the settings and releases that will be replaced before.
                let releases = catalog?.preflight["catalog"].flatMap {
                    CatalogReader.read(json: $0.jsonBytes()).catalog
                }
                let stored = catalog == nil ? try await client.catalog(of: self.app) : releases
                let app = Self.app(self.app, settings: settings?.members, known: known.json)
                let review = try Self.review(source, for: app, with: stored)
                for member in review.members { json[member.key] = member.value }
                // The size is that with the settings and releases before.
                json["size"] = nil
            }
            let report = PreflightReport(
                json: .object(json), app: self.app, document: source.sourceDocument, style: style)
            return report.changesNothing ? (nil, report) : (.policy(source, report), nil)
        }
    }

    private func effect(of signed: SignedFile) async throws -> JSONValue? {
        let request = APIRequest.post("apps", app, "manifest", "preflight").sending(signed.file.bytes)
            .adviceIfLost("try again").counting(days)
        return try await client.send(request).json["impact"]
    }

    private func preflight(
        _ source: PolicySource, settings: AppSettingsFile?, known: ServerApp
    ) async throws -> JSONObject {
        let ids = try settings?.changes(to: known.json).filter { ["bundleID", "appleID"].contains($0.key) } ?? []
        guard ids.isEmpty else {
            return comparison(
                of: source,
                with: try await client.response(to: .get("apps", app, "policy"), missing: "nothing-published"))
        }
        let request = APIRequest.post("apps", app, "preflight").sending(source.text).adviceIfLost("try again")
            .counting(days)
        var answer = try await client.send(request, reportingOn: source.sourceDocument).json.objectValue ?? [:]
        if answer["changesNothing"] != true,
            let published = try await client.response(to: .get("apps", app, "policy"), missing: "nothing-published")
        {
            // The server compares texts, and other spaces are no change.
            answer["changesNothing"] = .bool(source.says(published.body))
        }
        return answer
    }

    /// Compares a policy with the published one, like a preflight without findings. The server refuses to check a policy with
    /// the ids that the app will have only after its settings have changed.
    private func comparison(of source: PolicySource, with published: APIResponse?) -> JSONObject {
        let before = published.flatMap { PolicyReader.read(json: $0.body).policy } ?? Policy(rules: [])
        return [
            "changesNothing": .bool(published.map { source.says($0.body) } ?? false),
            "basedOn": .text(published?.entityTag),
            "diff": PolicyDiff(
                from: Manifest(app: app, policy: before), to: Manifest(app: app, policy: source.policy)
            ).jsonValue,
        ]
    }

    // MARK: New apps

    private func newApp() throws -> AppPlan {
        let members = folder.settings?.members ?? JSONObject()
        let body = JSONObject([.init(key: "slug", value: .string(app))] + members.members)
        let catalog = folder.catalog.map { file in
            AppPlan.Import(
                file: file,
                preflight: [
                    "basedOn": nil,
                    "diff": PolicyDiff(
                        from: Manifest(app: app, policy: Policy(rules: [])),
                        to: Manifest(app: app, policy: Policy(rules: []), catalog: file.catalog)
                    ).jsonValue,
                ])
        }
        return AppPlan(
            app: app, settings: .creation(body), catalog: catalog, publication: try newPublication(members),
            unchanged: nil)
    }

    private func newPublication(_ settings: JSONObject) throws -> AppPlan.Publication? {
        let isSignedByCI = settings["signing"] == .string(App.Signing.ci.rawValue)
        switch folder.publication {
        case nil: return nil
        case .signed(let signed, let manifest):
            guard isSignedByCI else {
                throw ToolError.badData(
                    "\(signed.file.name): the server signs this app unless app.yaml has `signing: ci`")
            }
            let none = Manifest(policy: Policy(rules: []))
            return .manifest(signed, PolicyDiff(from: none, to: manifest), over: nil, impact: nil)
        case .policy(let source):
            guard !isSignedByCI else {
                throw ToolError.badData("\(source.file.name): app.yaml has `signing: ci`; write manifest.json instead")
            }
            var json = try Self.review(
                source, for: Self.app(app, settings: settings, known: nil), with: folder.catalog?.catalog)
            for member in comparison(of: source, with: nil).members { json[member.key] = member.value }
            return .policy(
                source,
                PreflightReport(json: .object(json), app: self.app, document: source.sourceDocument, style: style))
        }
    }

    // MARK: Findings

    /// Returns the app as it will be, as far as the check of a policy needs it.
    private static func app(_ slug: String, settings: JSONObject?, known: JSONValue?) -> App {
        let value = { (key: String) in settings?[key] ?? known?[key] ?? .null }
        return App(
            slug: slug, bundleID: value("bundleID").stringValue ?? "", appleID: value("appleID").intValue,
            defaultLanguage: value("defaultLanguage").stringValue ?? "en", pins: [], createdAt: WallClock.now())
    }

    /// Checks a policy as the server will when the settings and releases before it are in force.
    private static func review(_ source: PolicySource, for app: App, with catalog: Catalog?) throws -> JSONObject {
        let document: PolicyDocument
        do throws(ControlPlaneError) {
            document = try PolicyDocument(source.text)
            try document.checkIsMeant(for: app)
        } catch {
            throw FileRefusal(
                report: source.sourceDocument.report(error.findings),
                error: .badData("\(source.file.name): \(error.detail)".printable))
        }
        let findings = document.findings(for: app, with: catalog, at: WallClock.now())
        let report = FindingReport(file: source.file.name, findings: findings)
        var members = report.jsonValue.objectValue ?? JSONObject()
        members["refused"] = .bool(report.errors > 0)
        return members
    }
}
