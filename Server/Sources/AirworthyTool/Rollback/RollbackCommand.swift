import AirworthyPolicy
import ArgumentParser
import ControlPlane

struct RollbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Publish an old policy again.",
        discussion: """
            Publishes the old policy with the current releases, as a new revision: revisions \
            never decrease. Shows the changes and whom they hit, and asks for confirmation; \
            it is never refused for whom it hits. history lists the \
            numbers. --to-policy 0 undoes the first publish: it publishes a policy without \
            rules.

            EXAMPLE
              $ airworthy rollback --app hashtags --to-policy 6 --note "7 blocks 2.2.1"
            """)

    @Option(parsing: .unconditional, help: .app, completion: .apps)
    var app: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of the policy to publish again; 0 for no rules.", valueName: "n"),
        completion: .policies)
    var toPolicy: Int?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The revision whose policy to publish again.", valueName: "n"))
    var toRevision: Int?

    @Flag(help: .yes)
    var yes = false

    @Option(parsing: .unconditional, help: .note)
    var note: String?

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var server: ServerOptions

    func validate() throws {
        guard (toPolicy == nil) != (toRevision == nil) else {
            throw ValidationError(
                "Give either --to-policy or --to-revision; `airworthy history` lists both. --to-policy 0 publishes no rules."
            )
        }
    }

    func run() async throws {
        let app = try appSlug(self.app, option: "app")
        let note = try shortText(note, option: "note")
        if toPolicy == 0 { return try await publishNoRules(to: app, note: note) }
        let policy = try positiveNumber(toPolicy, option: "to-policy")
        let revision = try positiveNumber(toRevision, option: "to-revision")
        try await server.withClient { client in
            let target =
                if let policy { policy } else {
                    try await self.policy(ofRevision: revision ?? 0, of: app, client: client)
                }
            let current = try await publishedPolicy(of: app, client: client)
            guard try await showChanges(from: current, to: target, of: app, client: client) else { return }
            try confirm(
                "Publish policy \(target) of \(app) again", isConfirmed: yes, otherwise: "nothing was rolled back")
            var body: JSONObject = revision.map { ["revision": .of($0)] } ?? ["policyVersion": .of(target)]
            body["note"] = note.map(JSONValue.string)
            let request = APIRequest.post("apps", app, "rollback").sending(.object(body))
                .adding(header: "If-Match", value: current.entityTag)
            try printPublication(try await client.send(request).json, of: app)
        }
    }

    /// Publishes a policy without rules, because there is none before the first.
    private func publishNoRules(to app: String, note: String?) async throws {
        let text = Array("{\"schema\": 1, \"app\": \"\(app)\", \"rules\": []}\n".utf8)
        let document = SourceDocument(name: "the policy without rules", document: nil, isSentAsWritten: true)
        let publication = PolicyPublishing(
            app: app, text: text, document: document, isForced: false, isConfirmed: yes,
            impact: try ImpactOptions.parse([]), isTakingBack: true, output: PublishOutput(app: app, json: json))
        try await server.withClient { client in
            _ = try await publishedPolicy(of: app, client: client)
            try await publication.run(client) { preflight in
                .publish(text, to: app, over: preflight.entityTag, note: note, reason: nil)
            }
        }
    }

    /// Returns the number of the policy that a revision contains.
    private func policy(ofRevision revision: Int, of app: String, client: APIClient) async throws -> Int {
        let request = APIRequest.get("apps", app, "history")
            .adding(query: "before", value: revision == .max ? nil : "\(revision + 1)")
            .adding(query: "limit", value: "1")
        let answer = try await client.send(request).json
        guard let row = answer["revisions"]?.arrayValue?.first, row["revision"]?.intValue == revision else {
            throw ToolError.missingFile(
                "\(ControlPlaneError.noRevision(revision, of: app).detail); `airworthy history --app \(app)` lists them"
            )
        }
        guard let version = row["policyVersion"]?.intValue, version > 0 else {
            throw ToolError.badData(
                "\(app): revision \(revision) was signed by CI; sign the old policy again and publish the manifest")
        }
        return version
    }

    private func publishedPolicy(of app: String, client: APIClient) async throws -> APIResponse {
        do throws(APIError) {
            return try await client.send(.get("apps", app, "policy"))
        } catch {
            guard error.isProblem("nothing-published"), try await ServerApp(app, from: client).isSignedByCI else {
                throw error
            }
            throw ToolError.badData("\(app): signed by CI; sign the old policy again and publish the manifest")
        }
    }

    /// Shows the changes, and returns whether there are any.
    private func showChanges(
        from current: APIResponse, to target: Int, of app: String, client: APIClient
    ) async throws -> Bool {
        guard let version = current.policyVersion else { return true }
        let request = APIRequest.get("apps", app, "diff")
            .adding(query: "from", value: "\(version)").adding(query: "to", value: "\(target)")
        let diff = try await client.send(request).json
        let output = PublishOutput(app: app, json: json)
        let lines = PolicyDiffText(diff: diff, style: output.style).lines
        guard version != target, !lines.isEmpty else {
            try output.show(["Nothing to do: the published policy \(version) is the same as policy \(target)."])
            if json { try printOutput(JSONValue.object(["publication": nil]).jsonLine) }
            return false
        }
        try output.show(["From the published policy \(version) to policy \(target):"] + lines + [""])
        let text = try await client.send(.get("apps", app, "policies", "\(target)")).body
        let effect = EffectPreview(app: app, client: client, style: output.style)
        try output.show(try await effect.lines(of: .post("apps", app, "preflight").sending(text)))
        return true
    }

    private func printPublication(_ publication: JSONValue, of app: String) throws {
        if json { return try printOutput(JSONValue.object(["publication": publication]).jsonLine) }
        let found = (publication["findings"]?.arrayValue ?? []).compactMap(Finding.init(json:))
        if !found.isEmpty {
            try printOutput(FindingReport(file: "the old policy", findings: found).lines + [""])
        }
        let report = PublicationReport(app: app, publication: publication, verb: "ROLLED BACK")
        try printOutput(report.lines + ["", report.advice])
    }
}
