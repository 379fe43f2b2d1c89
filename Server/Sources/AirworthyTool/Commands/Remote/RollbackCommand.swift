import AirworthyPolicy
import ArgumentParser

/// Brings an old policy back.
struct RollbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Bring an old policy back.",
        discussion: """
            Publishes the old policy with the releases known today, as a new revision: \
            revisions never fall. Shows what changes and asks first. history tells the \
            numbers.

            EXAMPLE
              $ airworthy rollback --app hashtags --to-policy 6 --note "7 blocks 2.2.1"
            """)

    @Option(parsing: .unconditional, help: .app)
    var app: String

    @Option(parsing: .unconditional, help: ArgumentHelp("The policy to bring back.", valueName: "n"))
    var toPolicy: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp("The revision whose policy to bring back.", valueName: "n"))
    var toRevision: Int?

    @Flag(help: .yes)
    var yes = false

    @Option(parsing: .unconditional, help: .note)
    var note: String?

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var remote: RemoteOptions

    func validate() throws {
        guard (toPolicy == nil) != (toRevision == nil) else {
            throw ValidationError("Say where to go back to: give either --to-policy or --to-revision.")
        }
    }

    func run() async throws {
        let app = try slug(self.app, option: "app")
        let note = try shortText(note, option: "note")
        let policy = try positive(toPolicy, option: "to-policy")
        let revision = try positive(toRevision, option: "to-revision")
        try await remote.connected { client in
            let target = if let policy { policy } else { try await self.policy(of: revision ?? 0, app, client) }
            let current = try await inForce(app, client)
            guard try await show(target, current, app, client) else { return }
            try Question.ask(
                "Bring policy \(target) of \(app) back", isAnswered: yes, orElse: "nothing was rolled back")
            var body: JSONObject = revision.map { ["revision": .count($0)] } ?? ["policyVersion": .count(target)]
            body["note"] = note.map(JSONValue.string)
            let request = APIRequest("POST", "apps", app, "rollback").sending(.object(body))
                .with("If-Match", current.entityTag)
            try finish(app, try await client.send(request).json)
        }
    }

    /// The policy that a revision was made from.
    private func policy(of revision: Int, _ app: String, _ client: APIClient) async throws -> Int {
        let after = revision == .max ? nil : "\(revision + 1)"
        let answer = try await client.send(
            APIRequest("GET", "apps", app, "history").asking("before", after).asking("limit", "1")
        ).json
        guard let row = answer["revisions"]?.arrayValue?.first, row["revision"]?.intValue == revision else {
            throw ToolError(
                .missingFile, "\(app) has no revision \(revision); `airworthy history --app \(app)` lists them")
        }
        guard let version = row["policyVersion"]?.intValue, version > 0 else {
            throw ToolError(
                .badData,
                "\(app): revision \(revision) was signed by CI; sign the old policy anew and publish the manifest")
        }
        return version
    }

    /// The policy in force.
    private func inForce(_ app: String, _ client: APIClient) async throws -> APIAnswer {
        do throws(APIError) {
            return try await client.send(APIRequest("GET", "apps", app, "policy"))
        } catch {
            guard error.isProblem("nothing-published"), try await RemoteApp(app, from: client).isSignedByCI else {
                throw error
            }
            throw ToolError(.badData, "\(app): is signed by CI; sign the old policy anew and publish the manifest")
        }
    }

    /// - Returns: Whether there is anything to do.
    private func show(_ target: Int, _ current: APIAnswer, _ app: String, _ client: APIClient) async throws -> Bool {
        guard let version = current.policyVersion else { return true }
        let diff = try await client.send(
            APIRequest("GET", "apps", app, "diff").asking("from", "\(version)").asking("to", "\(target)")
        ).json
        let style = json ? TerminalStyle(isColoured: false) : .standardOutput
        let lines = DiffText(diff: diff, style: style).lines
        guard version != target, !lines.isEmpty else {
            try tell(["Nothing to do: policy \(version), which is in force, says the same as policy \(target)."])
            if json { try printOutput(JSONValue.object(["publication": nil]).jsonLine) }
            return false
        }
        try tell(["From policy \(version), which is in force, to policy \(target):"] + lines + [""])
        return true
    }

    private func tell(_ lines: [String]) throws {
        if json { lines.forEach(printError) } else { try printOutput(lines.joined(separator: "\n")) }
    }

    private func finish(_ app: String, _ publication: JSONValue) throws {
        if json { return try printOutput(JSONValue.object(["publication": publication]).jsonLine) }
        let found = (publication["findings"]?.arrayValue ?? []).compactMap(Finding.init(json:))
        if !found.isEmpty {
            try printOutput(FindingReport(file: "the old policy", findings: found).lines.joined(separator: "\n") + "\n")
        }
        let report = PublicationReport(
            app: app, publication: publication, verb: "ROLLED BACK", style: .standardOutput)
        try printOutput((report.lines + ["", report.advice]).joined(separator: "\n"))
    }
}
